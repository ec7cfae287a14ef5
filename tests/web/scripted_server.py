"""A server that replays events of the playground's contract, so that the page is tested without a model."""

import json
import re
import secrets
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import python_to_triton

STATIC = Path(python_to_triton.__file__).parent / "web" / "static"
POLICY = (
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
)
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
LIMITS = {"program_bytes": 20_000, "seconds": 120, "samples": 20, "queue": 8, "files": 6}
PATIENCE = 300  # seconds that a stream waits at a hold: longer than any test


@dataclass(frozen=True)
class Hold:
    """A place in a script at which a stream waits until the test opens it, or the job is cancelled."""

    name: str


@dataclass(frozen=True)
class Cut:
    """A place in a script at which the first connection that comes there is closed."""


@dataclass
class ScriptedJob:
    """A job: what was asked, the script that answers, and how far it was cancelled or dropped."""

    program: str
    name: str
    script: list
    cancelled: threading.Event = field(default_factory=threading.Event)
    dropped: set = field(default_factory=set)


class ScriptedRequest(BaseHTTPRequestHandler):
    """One request; the server's scripts say what is answered."""

    server: "ScriptedServer"

    def log_message(self, format, *arguments):
        """Tests print nothing."""
        assert format

    def answer(self, status: int, body: bytes, kind: str) -> None:
        """Sends a whole answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def answer_json(self, status: int, data: dict) -> None:
        """Sends JSON."""
        self.answer(status, json.dumps(data).encode(), "application/json")

    def do_GET(self) -> None:
        """The page, its files, what the server offers, or the events of a job."""
        stream = re.fullmatch(r"/api/jobs/([\w-]+)/events", self.path)
        if stream:
            self.follow(stream[1])
        elif self.path == "/api/about":
            self.answer_json(200, self.server.about)
        else:
            name = "page.html" if self.path == "/" else self.path.removeprefix("/static/")
            file = STATIC / name
            if file.parent != STATIC or not file.is_file():
                self.answer_json(404, {"error": "there is no such page"})
                return
            self.answer(200, file.read_bytes(), TYPES[file.suffix])

    def do_POST(self) -> None:
        """A new job, or the next refusal."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        refusals = self.server.refusals  # which a test may replace
        if refusals:
            status, text = refusals.pop(0)
            self.answer_json(status, {"error": text})
            return
        name = secrets.token_urlsafe(12)
        program = request["program"]
        job = ScriptedJob(program, request.get("name", ""), self.server.script_for(program))
        self.server.jobs[name] = job
        self.answer_json(202, {"id": name})

    def do_DELETE(self) -> None:
        """Cancels a job."""
        name = self.path.rpartition("/")[2]
        job = self.server.jobs.get(name)
        if job is None:
            self.answer_json(404, {"error": "there is no such job"})
            return
        self.server.deleted.append(job.program)
        job.cancelled.set()
        self.answer(204, b"", "text/plain")

    def follow(self, name: str) -> None:
        """The events of a job, after the last one that the browser has seen."""
        job = self.server.jobs.get(name)
        if job is None:
            self.answer_json(404, {"error": "there is no such job"})
            return
        seen = int(self.headers.get("Last-Event-ID", 0))
        if seen:
            self.server.resumed.append(seen)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            self.replay(job, seen)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the page has closed the stream

    def replay(self, job: ScriptedJob, seen: int) -> None:
        """Writes what the script says, until it ends, is cancelled or drops the connection."""
        self.wfile.write(b"retry: 100\n\n")
        number = 0
        for at, step in enumerate(job.script):
            if isinstance(step, Hold):
                if not self.passed(job, step):
                    self.event(number + 1, "cancelled", {})
                    return
            elif isinstance(step, Cut):
                if at not in job.dropped:
                    job.dropped.add(at)
                    return
            else:
                number += 1
                if number > seen:
                    self.event(number, *step)

    def passed(self, job: ScriptedJob, hold: Hold) -> bool:
        """Waits at a hold; whether the job goes on."""
        until = time.monotonic() + PATIENCE
        while hold.name not in self.server.released and time.monotonic() < until:
            if job.cancelled.wait(0.02):
                return False
            self.wfile.write(b": ping\n\n")
        return True

    def event(self, number: int, kind: str, data: dict) -> None:
        """Writes one event."""
        self.wfile.write(f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n".encode())
        self.wfile.flush()


class ScriptedServer(ThreadingHTTPServer):
    """Answers a program with the first script whose key it contains.

    Attributes:
        scripts: {text in the program: [(kind, data) | Hold | Cut]}.
        refusals: [(status, text)] that the next posts get.
        jobs, deleted, resumed: what the page did.
    """

    daemon_threads = True

    def __init__(self, scripts: dict[str, list], about: dict):
        super().__init__(("127.0.0.1", 0), ScriptedRequest)
        self.scripts = scripts
        self.about = about
        self.forget()

    def forget(self) -> None:
        """As before the first job."""
        self.jobs: dict[str, ScriptedJob] = {}
        self.refusals: list[tuple[int, str]] = []
        self.deleted: list[str] = []
        self.resumed: list[int] = []
        self.released: set[str] = set()

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def release(self, name: str) -> None:
        """Lets the streams that wait at this hold go on."""
        self.released.add(name)

    def script_for(self, program: str) -> list:
        """The events that answer a program."""
        return next(script for key, script in self.scripts.items() if key in program)
