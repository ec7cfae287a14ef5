"""What tests of the playground share: a server in a thread of this process, and a client."""

import asyncio
import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import httpx
from waiting import PATIENCE

from python_to_triton.web import serving
from python_to_triton.web.options import WebFlags

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FAKE = (str(HERE / "fake_worker.py"),)
SCRIPTED = (str(HERE / "scripted_worker.py"),)
SETTINGS = {"sampling": {"samples": 5}, "options": {}}


def processes_of(*words):
    """The processes, [(number, command line)], whose command lines have all of these words."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            text = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if all(word in text for word in words):
                found.append((int(path.parent.name), text))
    return found


def is_alive(process):
    """Whether a process runs; one that is no more than an entry in the table does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def descendants(ancestor):
    """The processes below one."""
    children = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[1]) == ancestor and fields[0] != "Z":
                children.append(int(path.parent.name))
    return {*children}.union(*map(descendants, children))


def event_of(block):
    """(number, kind, data) of the text of an event."""
    fields = dict(line.split(": ", 1) for line in block.split("\n"))
    assert list(fields) == ["id", "event", "data"], block
    return int(fields["id"]), fields["event"], json.loads(fields["data"])


@dataclass
class Client:
    """Speaks with a server as the page does."""

    address: str
    local: str = "127.0.0.1"  # its own

    def __post_init__(self):
        transport = httpx.HTTPTransport(local_address=self.local)
        self.http = httpx.Client(base_url=self.address, timeout=60.0, transport=transport)

    def submit(self, program, **more):
        """The id of a new job."""
        answer = self.http.post("/api/jobs", json={"program": program} | more)
        assert answer.status_code == 202, answer.text
        return answer.json()["id"]

    def stream(self, job, after=0):
        """Yields (number, kind, data) of the events of a job."""
        headers = {"Last-Event-ID": str(after)} if after else {}
        with self.http.stream("GET", f"/api/jobs/{job}/events", headers=headers) as answer:
            assert answer.status_code == 200 and answer.headers["content-type"].startswith(
                "text/event-stream"
            )
            text = ""
            for part in answer.iter_text():
                text += part
                *blocks, text = text.split("\n\n")
                yield from (event_of(block) for block in blocks if not block.startswith(":"))

    def events(self, job, after=0):
        """All events of a job, to the last."""
        return list(self.stream(job, after))

    def ask(self, program, **more):
        """[(kind, data)] of a new job."""
        return [(kind, data) for _, kind, data in self.events(self.submit(program, **more))]


class ThreadedServer:
    """A playground in a thread; `close` ends it as a signal does."""

    def __init__(self, command=FAKE, settings=None, host="127.0.0.1", **flags):
        self.flags = WebFlags(host=host, port=0, **flags)
        self.listening = serving.listening_socket(host, 0)
        self.port = self.listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.settings = settings or SETTINGS
        self.command = command
        self.error = None
        self.begun = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        assert self.begun.wait(PATIENCE)

    def run(self):
        async def serve():
            self.loop = asyncio.get_running_loop()
            self.stop = asyncio.Event()
            self.begun.set()
            await serving.serve_playground(self.flags, self.settings, self.listening, self.stop, self.command)

        try:
            asyncio.run(serve())
        except ValueError as error:
            self.error = error

    def close(self):
        """Ends it; fails where something of it goes on."""
        with contextlib.suppress(RuntimeError):  # it has ended
            self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server does not end"
        self.listening.close()


@contextlib.contextmanager
def playground_of(command=FAKE, settings=None, is_ready=True, **flags):
    """(server, client) of a playground, which ends with the context; is_ready: its first worker is."""
    server = ThreadedServer(command, settings, **flags)
    client = Client(server.address)
    try:
        if is_ready:
            client.about = client.http.get("/api/about").json()
        yield server, client
    finally:
        server.close()


def make_gallery(folder):
    """A gallery in a folder, beside a file that is none of it, whose text is given back."""
    (folder / "softmax").mkdir(parents=True)
    (folder / "index.html").write_text("<p>gallery</p>")
    (folder / "softmax" / "index.html").write_text("<p>softmax</p>")
    secret = f"secret-{secrets.token_hex(8)}"
    (folder.parent / "secret.html").write_text(secret)
    (folder / "link.html").symlink_to(folder.parent / "secret.html")
    return secret


def start_process(code, **more):
    """A process that runs code, with this repository's modules."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(HERE)])}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", code], env=environment, text=True, **pipes, **more)


def exchange(port, data, seconds=5.0):
    """What a server answers to bytes, until it closes the connection or says nothing for a while."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        with contextlib.suppress(OSError):  # it may close before all is sent
            connection.sendall(data)
        answer = b""
        with contextlib.suppress(OSError):
            while part := connection.recv(1 << 16):
                answer += part
    return answer
