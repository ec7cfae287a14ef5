"""The helper process, which has users' programs run on a GPU, each in a fork of its own: one that loops,
crashes or runs out of memory fails alone.

helper_process().call("judge", seconds, prompt=..., sizes=..., answer=...)  # at its own sizes, timed
"""

import contextlib
import functools
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator

from python_to_triton import early_start
from python_to_triton.timeline import TIMELINE
from python_to_triton.verification.sandbox import receive_exactly

START_SECONDS = 180.0  # to import what the process needs; no call's limit pays for it


def exit_text(code: int) -> str:
    """How a process ended that did not say so: the signal, or its exit code."""
    return f"crashed ({signal.Signals(-code).name})" if code < 0 else f"ended its process (exit code {code})"


class HelperProcess:
    """The process, started at the first call, and again after a call that ended it.

    Attributes:
        turns: the file by which it takes turns at the GPU with others (gpu_turn.py); "": there are none.
        is_stopped: whether no call is made any more.
    """

    def __init__(self):
        self.turns = ""
        self.is_stopped = False
        self.changing = threading.Lock()  # of the process: another thread may stop what this one started
        self.process: subprocess.Popen | None = None
        self.control: socket.socket | None = None
        self.is_ready = False

    def start(self) -> None:
        """Starts the process, which finds the same modules as this one; does not wait for it.

        Raises ValueError where it is stopped.
        """
        with self.changing:
            if self.is_stopped:
                raise ValueError("the helper process is stopped")
            self.process, self.control = early_start.started_server(early_start.HELPER)

    def prepare(self, device: str) -> None:
        """Has the process open its sandbox for a device; does not wait for it."""
        if self.process is None:
            self.start()
        with contextlib.suppress(OSError):  # it has ended: the call that follows says how
            early_start.prepare_helper(self.control, device)

    def await_ready(self) -> None:
        """Waits until the process has begun. Raises RuntimeError where it does not."""
        try:
            with TIMELINE.counted("waiting for the helper process"):
                self.read_message(time.monotonic() + START_SECONDS)
        except (OSError, EOFError) as error:
            self.close()
            raise RuntimeError(f"the helper process does not start: {error}") from error
        self.is_ready = True

    def read_message(self, deadline: float) -> dict:
        """The next line from the process, by a moment of time.monotonic()."""
        line = bytearray()
        while not line.endswith(b"\n"):
            self.control.settimeout(max(0.001, deadline - time.monotonic()))
            line += receive_exactly(self.control, 1)
        return json.loads(line)

    def call(self, name: str, seconds: float, on_result: Callable[[dict], None] | None = None, **arguments):
        """(last result, "") of a call, or (last result, what then went wrong).

        `on_result` hears of each result as it comes. Raises ValueError, one line, where there is none.
        """
        if self.process is None:
            self.start()
        if not self.is_ready:
            self.await_ready()
        result = None
        deadline = time.monotonic() + seconds
        try:
            self.control.settimeout(seconds)  # the last call left what remained of its own
            self.control.sendall(json.dumps({"call": name} | arguments).encode() + b"\n")
            while "end" not in (message := self.read_message(deadline)):
                result = message["result"]
                if on_result:
                    on_result(result)
            why = message["end"]
        except TimeoutError:
            why = f"takes more than {seconds} s"
            self.close()
        except (OSError, EOFError):
            process = self.process  # None where another thread has closed it
            why = exit_text(process.wait()) if process else "was stopped"
            self.close()
        except BaseException:  # an interrupt: what still comes would be taken for the next call's answer
            self.close()
            raise
        if result is None:
            raise ValueError(why)
        return result, why

    def close(self) -> None:
        """Ends the process and what it started; the next call starts another."""
        with self.changing:
            if self.process is None:
                return
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.control.close()
            self.process = None
            self.is_ready = False

    def stop(self) -> None:
        """Ends the process, in whatever thread it is called, and makes no further call."""
        self.is_stopped = True
        self.close()


_of_thread = threading.local()


@contextlib.contextmanager
def helper_of_thread(helper: HelperProcess) -> Iterator[None]:
    """While it lasts helper_process is another one in this thread."""
    _of_thread.helper = helper
    try:
        yield
    finally:
        del _of_thread.helper


@functools.cache
def _helper_of_all():
    return HelperProcess()


def helper_process() -> HelperProcess:
    """The one HelperProcess of this process, or of this thread; it ends when we do."""
    return getattr(_of_thread, "helper", None) or _helper_of_all()
