"""The routes of the playground: the page, its files, the gallery, and jobs with their events."""

import asyncio
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from python_to_triton.web.dispatch import Dispatcher
from python_to_triton.web.event_stream import MOST_STREAMS, EventStream
from python_to_triton.web.examples import EXAMPLES
from python_to_triton.web.http_guards import (
    BadRequest,
    Guarded,
    HostNames,
    job_request,
    read_body,
    visitor_address,
)
from python_to_triton.web.jobs import JobQueue, QueueFull, WebJob
from python_to_triton.web.options import MOST_FILES, PROGRAM_BYTES, WebFlags

STATIC = Path(__file__).resolve().parent / "static"
ABOUT_SECONDS = 60.0  # for the first worker to say what it is
UNKNOWN_JOB = BadRequest(404, "there is no such job, or it is too long ago")
FRESH = {"Cache-Control": "no-store"}


@dataclass(frozen=True)
class Playground:
    """What the routes speak of."""

    flags: WebFlags
    samples: int  # candidates a region, at most
    queue: JobQueue
    dispatcher: Dispatcher

    @property
    def limits(self) -> dict:
        """What bounds a visitor's jobs."""
        return {
            "program_bytes": PROGRAM_BYTES,
            "seconds": self.flags.seconds,
            "samples": self.samples,
            "queue": self.flags.queue,
            "files": MOST_FILES,
        }

    def job(self, request: Request) -> WebJob:
        """The job that a path names. Raises BadRequest."""
        job = self.queue.jobs.get(request.path_params["id"])
        if job is None:
            raise UNKNOWN_JOB
        return job

    async def page(self, request: Request) -> Response:
        """The page."""
        return FileResponse(STATIC / "page.html")

    async def about(self, request: Request) -> Response:
        """What answers here, its limits and examples; waits for the first worker."""
        try:
            known = await asyncio.wait_for(asyncio.shield(self.dispatcher.about), ABOUT_SECONDS)
        except (TimeoutError, ValueError):
            raise BadRequest(503, "the model is not read yet") from None
        about = known | {
            "limits": self.limits,
            "examples": [{"title": title, "program": program} for title, program in EXAMPLES],
            "gallery": bool(self.flags.pages),
            "version": metadata.version("python-to-triton"),
        }
        return JSONResponse(about, headers=FRESH)

    async def submit(self, request: Request) -> Response:
        """A new job."""
        wanted = job_request(await read_body(request), self.samples)
        try:
            job = await self.queue.submit(wanted, visitor_address(request, self.flags.behind_proxy))
        except QueueFull as full:
            raise BadRequest(429, str(full)) from None
        return JSONResponse({"id": job.id}, 202, FRESH)

    async def events(self, request: Request) -> Response | EventStream:
        """The events of a job, after the last one that the page has."""
        job = self.job(request)
        if sum(one.listeners for one in self.queue.jobs.values()) >= MOST_STREAMS:
            raise BadRequest(503, "too many pages listen: try again in a minute")
        last = request.headers.get("last-event-id", "")
        seen = int(last) if last.isascii() and last.isdecimal() and len(last) < 10 else 0
        return EventStream(job, min(seen, len(job.events)))

    async def cancel(self, request: Request) -> Response:
        """Cancels a job; of one that has ended it changes nothing."""
        self.queue.cancel(self.job(request))
        return Response(status_code=204)


async def answer_refused(request: Request, refused: BadRequest) -> Response:
    """The answer to a request that was refused."""
    headers = {"Connection": "close"} if refused.status == 413 else None  # the rest of it is not read
    return JSONResponse({"error": str(refused)}, refused.status, headers)


async def answer_unknown_route(request: Request, error: HTTPException) -> Response:
    """The answer to a path that is not there, or a method that it does not have."""
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


def application(playground: Playground) -> Guarded:
    """The ASGI application."""
    routes = [
        Route("/", playground.page),
        Route("/api/about", playground.about),
        Route("/api/jobs", playground.submit, methods=["POST"]),
        Route("/api/jobs/{id}", playground.cancel, methods=["DELETE"]),
        Route("/api/jobs/{id}/events", playground.events),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    if playground.flags.pages:
        routes.append(Route("/pages", lambda request: RedirectResponse("/pages/")))
        routes.append(Mount("/pages", StaticFiles(directory=playground.flags.pages, html=True)))
    app = Starlette(
        routes=routes, exception_handlers={BadRequest: answer_refused, HTTPException: answer_unknown_route}
    )
    app.router.redirect_slashes = False
    return Guarded(app, HostNames(playground.flags.host))
