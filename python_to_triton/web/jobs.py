"""Jobs with their events, which wait, run, and are kept for a while when they have ended.

Events are numbered from 1 and stay, so that a page that was reloaded, or lost its connection, goes on where
it was. What is kept is bounded: of one job, of all, and in time.
"""

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

FINAL = ("done", "error", "cancelled")
MOST_JOB_BYTES = 1 << 24  # of the events of one job
MOST_KEPT_BYTES = 1 << 27  # of all jobs that have ended
MOST_KEPT_JOBS = 200
UNHEARD_SECONDS = 30.0  # without a listener, after which a job is given up


class QueueFull(Exception):
    """As many jobs wait as may, of all visitors or of one: which, in a line."""


@dataclass(frozen=True)
class JobRequest:
    """What a visitor asks for; checked."""

    program: str
    samples: int
    name: str = ""


class WebJob:
    """A program that is to be translated, and the events of it so far."""

    def __init__(self, request: JobRequest, visitor: str, clock: Callable[[], float]):
        self.id = secrets.token_urlsafe(24)
        self.request = request
        self.visitor = visitor  # the address that it comes from
        self.clock = clock
        self.events: list[bytes] = []  # as they are sent; number n is at n - 1
        self.size = 0  # bytes of them
        self.is_final = False
        self.is_cancelled = False
        self.is_running = False
        self.stop: Callable[[], object] = lambda: None  # ends its work, once it runs
        self.listeners = 0
        self.unheard_since = clock()
        self.changed = asyncio.Event()  # set when there is a new event; then another takes its place

    def add(self, kind: str, data: dict) -> None:
        """Appends an event; none follows a final one."""
        if self.is_final:
            return
        text = json.dumps(data, allow_nan=False, separators=(",", ":"))
        event = f"id: {len(self.events) + 1}\nevent: {kind}\ndata: {text}\n\n".encode()
        self.events.append(event)
        self.size += len(event)
        self.is_final = kind in FINAL
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    def listen(self) -> None:
        """One more page listens."""
        self.listeners += 1

    def leave(self) -> None:
        """A page has gone."""
        self.listeners -= 1
        self.unheard_since = self.clock()

    def stop_by(self, stop: Callable[[], object]) -> None:
        """Says what ends its work; at once where it was cancelled before."""
        self.stop = stop
        if self.is_cancelled:
            stop()

    @property
    def is_given_up(self) -> bool:
        """Whether nobody has listened for a while."""
        return not self.listeners and self.clock() - self.unheard_since > UNHEARD_SECONDS


class JobQueue:
    """All jobs: those that wait, in their order, those that run, and the last ones that have ended."""

    def __init__(self, most_waiting: int, most_of_one: int, clock: Callable[[], float] = time.monotonic):
        """At most `most_waiting` jobs wait, and `most_of_one` of one visitor."""
        self.most_waiting = most_waiting
        self.most_of_one = most_of_one
        self.clock = clock
        self.jobs: dict[str, WebJob] = {}
        self.waiting: deque[WebJob] = deque()
        self.ended: deque[WebJob] = deque()
        self.told: dict[str, int] = {}  # id of a job that waits: how many it was told are before it
        self.arrived = asyncio.Condition()
        self.is_closed = False

    def running(self) -> list[WebJob]:
        """The jobs that are worked on."""
        return [job for job in self.jobs.values() if job.is_running and not job.is_final]

    def tell_positions(self) -> None:
        """Says to each job that waits how many are before it, where that has changed."""
        running = len(self.running())
        for place, job in enumerate(self.waiting):
            if self.told.get(job.id) != running + place:
                self.told[job.id] = running + place
                job.add("queued", {"ahead": running + place})

    def check_room(self, visitor: str) -> None:
        """Raises QueueFull where no further job of a visitor may wait."""
        if self.is_closed:
            raise QueueFull("the server ends")
        if len(self.waiting) >= self.most_waiting:
            raise QueueFull(f"{self.most_waiting} programs wait already: try again in a minute")
        if sum(job.visitor == visitor for job in self.waiting) >= self.most_of_one:
            raise QueueFull(
                f"{self.most_of_one} programs from your address wait already: wait for one of them to begin"
            )

    async def submit(self, request: JobRequest, visitor: str) -> WebJob:
        """A new job at the end of the queue. Raises QueueFull."""
        self.check_room(visitor)
        job = WebJob(request, visitor, self.clock)
        self.jobs[job.id] = job
        self.waiting.append(job)
        self.tell_positions()
        async with self.arrived:
            self.arrived.notify_all()
        return job

    async def next_job(self) -> WebJob:
        """Waits for the first job, which runs from then on."""
        async with self.arrived:
            await self.arrived.wait_for(lambda: self.waiting)
            job = self.waiting.popleft()
        job.is_running = True
        self.told.pop(job.id, None)
        job.add("started", {})
        return job

    def give_back(self, job: WebJob) -> None:
        """Puts a job that has begun at the head of the queue again: its worker had ended before."""
        job.is_running = False
        self.waiting.appendleft(job)
        self.tell_positions()

    def end(self, job: WebJob, kind: str, data: dict) -> None:
        """Ends a job with its final event; the oldest of those that have ended go."""
        if job.is_final:
            return
        job.add(kind, data)
        self.forget_oldest(job)

    def forget_oldest(self, job: WebJob) -> None:
        """Keeps a job that has ended; the oldest go, as far as there are too many."""
        job.is_running = False
        self.ended.append(job)
        self.tell_positions()
        while len(self.ended) > MOST_KEPT_JOBS or sum(one.size for one in self.ended) > MOST_KEPT_BYTES:
            del self.jobs[self.ended.popleft().id]

    def cancel(self, job: WebJob) -> None:
        """Takes a job out of the queue, or has its work ended."""
        if job.is_final:
            return
        job.is_cancelled = True
        if job in self.waiting:
            self.waiting.remove(job)
            self.told.pop(job.id, None)
            self.end(job, "cancelled", {})
        else:
            job.stop()

    def cancel_unheard(self) -> None:
        """Cancels the jobs that nobody listens to any more."""
        for job in list(self.jobs.values()):
            if not job.is_final and job.is_given_up:
                self.cancel(job)

    def close(self) -> None:
        """Cancels what waits; nothing more is taken."""
        self.is_closed = True
        for job in list(self.waiting):
            self.cancel(job)
