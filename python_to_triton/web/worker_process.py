"""The server's side of a worker: starts it, speaks with it, and ends it with all that it started."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from python_to_triton.early_start import ROOT

COMMAND = ("-m", "python_to_triton.web.worker")  # of Python
LONGEST_MESSAGE = 1 << 24  # bytes of a line
# Of the environment, what a worker keeps: a program that is traced may read it all. Most are whole names:
# NVIDIA_API_KEY, LANGCHAIN_API_KEY and HOMEBREW_GITHUB_API_TOKEN begin as settings do.
KEPT_VARIABLES = frozenset(
    "PATH HOME LANG TMPDIR CC LD_LIBRARY_PATH XDG_CACHE_HOME CUDA_HOME CUDA_PATH CUDA_VISIBLE_DEVICES "
    "CUDA_DEVICE_ORDER NVIDIA_VISIBLE_DEVICES NVIDIA_DRIVER_CAPABILITIES".split()
)
KEPT_BEGINNINGS = (
    "LC_",
    "PYTHON_TO_TRITON_",
    "TRITON_",
    "TORCH_",
    "TORCHINDUCTOR_",
    "OMP_",
    "MKL_",
    "OPENBLAS_",
)
SECRET_WORDS = ("KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL")  # in a name that begins so all the same
END_SECONDS = 4.0  # for a supervisor to end what its worker started
POLL_SECONDS = 0.02


class WorkerEnded(Exception):
    """A worker has ended, or said what it should not: why, in words."""


def worker_end_text(status: object) -> str:
    """How a worker ended, from the last message of its supervisor."""
    if status == -signal.SIGKILL:
        return "the worker was ended by the system (SIGKILL): it may have run out of memory"
    if isinstance(status, int) and status < 0:
        return f"the worker crashed ({signal.Signals(-status).name})"
    if isinstance(status, int):
        return f"the worker crashed (exit code {status})"
    return "the worker ended"


def is_kept(variable: str) -> bool:
    """Whether a worker has a variable of this process's environment."""
    begins = variable.startswith(KEPT_BEGINNINGS) and not any(word in variable for word in SECRET_WORDS)
    return begins or variable in KEPT_VARIABLES


def worker_environment() -> dict[str, str]:
    """The environment of a worker, which finds the same modules as this process: no secrets.

    Visitors' programs read what a worker imports from. The folder that the user stands in is none of it, and
    Python would put it first (-m), unless it holds these modules.
    """
    kept = {name: value for name, value in os.environ.items() if is_kept(name)}
    here = Path.cwd()
    searched = [each for each in sys.path if each and (here == ROOT or Path(each).resolve() != here)]
    return kept | {"PYTHONPATH": os.pathsep.join(searched), "PYTHONSAFEPATH": "1"}


class WorkerProcess:
    """A worker and its supervisor, in a process group of their own. After a failure it is killed, not reused.

    Attributes:
        about: what the page says of model and machine, once it is ready
    """

    def __init__(self, settings: dict, command: Sequence[str] = COMMAND):
        ours, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [sys.executable, *command, str(theirs.fileno()), json.dumps(settings)],
            env=worker_environment(),
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        theirs.close()
        self.connection = ours
        self.about: dict | None = None
        self.jobs_done = 0
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def line(self) -> bytes:
        """The next line of the worker, or of its supervisor; b"" at the end. Raises WorkerEnded."""
        try:
            return await self.reader.readline()
        except ValueError:
            raise WorkerEnded(f"the worker said more than {LONGEST_MESSAGE} bytes at once") from None
        except OSError:
            raise WorkerEnded(worker_end_text(None)) from None

    async def receive(self) -> dict:
        """The next message. Raises WorkerEnded."""
        while True:
            text = await self.line()
            if not text:
                raise WorkerEnded(worker_end_text(None))
            try:
                message = json.loads(text)
            except ValueError:  # cut where the worker died: its supervisor has the last word
                continue
            if not isinstance(message, dict) or "exit" in message:
                raise WorkerEnded(worker_end_text(message.get("exit") if isinstance(message, dict) else None))
            return message

    async def make_ready(self) -> None:
        """Waits until the model is read.

        Raises ValueError, one line, for a mistake in the settings, WorkerEnded where it crashes.
        """
        if self.about is None:
            self.reader, self.writer = await asyncio.open_connection(
                sock=self.connection, limit=LONGEST_MESSAGE
            )
            message = await self.receive()
            if "failed" in message:
                raise ValueError(message["failed"])
            self.about = message["ready"]

    async def send(self, request: dict) -> None:
        """Gives it a job. Raises WorkerEnded."""
        try:
            self.writer.write(json.dumps(request).encode() + b"\n")
            await self.writer.drain()
        except OSError:
            raise WorkerEnded(worker_end_text(None)) from None

    async def kill(self) -> None:
        """Ends it, and waits until nothing that it started is left."""
        with contextlib.suppress(OSError):  # the other side has gone
            self.connection.shutdown(socket.SHUT_RDWR)
        if self.writer is None:
            self.connection.close()
        else:
            self.writer.transport.abort()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + END_SECONDS
        while self.process.poll() is None and loop.time() < deadline:
            await asyncio.sleep(POLL_SECONDS)
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
