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
import sys
import time
from collections.abc import Callable

from python_to_triton.verification.sandbox import receive_exactly

SERVER = "python_to_triton.tuning.helper_server"
START_SECONDS = 180.0  # to import what the process needs; no call's limit pays for it


class HelperProcess:
    """The process, started at the first call, and again after a call that ended it."""

    def __init__(self):
        self.process = None
        self.control = None

    def start(self) -> None:
        """Starts the process, which finds the same modules as this one."""
        self.control, theirs = socket.socketpair()
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "TORCHINDUCTOR_COMPILE_THREADS": "1",  # no pool of processes that outlives a kill
            "PYTORCH_NVML_BASED_CUDA_CHECK": "1",  # to ask for a GPU is not to begin with it: forks do that
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", SERVER, str(theirs.fileno())],
            env=environment,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        theirs.close()
        try:
            self.read_message(time.monotonic() + START_SECONDS)
        except (OSError, EOFError) as error:
            self.close()
            raise RuntimeError(f"the helper process does not start: {error}") from error

    def read_message(self, deadline: float) -> dict:
        """The next line from the process, by a moment of time.monotonic()."""
        line = bytearray()
        while not line.endswith(b"\n"):
            self.control.settimeout(max(0.001, deadline - time.monotonic()))
            line += receive_exactly(self.control, 1)
        return json.loads(line)

    def exit_reason(self) -> str:
        """How the process ended: the signal, or its exit code."""
        code = self.process.wait()
        if code < 0:
            return f"crashed ({signal.Signals(-code).name})"
        return f"ended its process (exit code {code})"

    def call(self, name: str, seconds: float, on_result: Callable[[dict], None] | None = None, **arguments):
        """(last result, "") of a call, or (last result, what then went wrong).

        `on_result` hears of each result as it comes. Raises ValueError, one line, where there is none.
        """
        if self.process is None:
            self.start()
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
            why = self.exit_reason()
            self.close()
        except BaseException:  # an interrupt: what still comes would be taken for the next call's answer
            self.close()
            raise
        if result is None:
            raise ValueError(why)
        return result, why

    def close(self) -> None:
        """Ends the process and what it started; the next call starts another."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.control.close()
        self.process = None
        self.control = None


@functools.cache
def helper_process() -> HelperProcess:
    """The one HelperProcess of this process; it ends when we do."""
    return HelperProcess()
