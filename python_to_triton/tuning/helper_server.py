"""The helper process: runs what needs a GPU and users' programs, each call in a fork of its own, and ends,
with all it started, when its parent does.

    python -m python_to_triton.tuning.helper_server DESCRIPTOR     started by helper_process.HelperProcess

Its first line says that it is ready. A call is a line of JSON; the answer is a line for each result and one
that says how the call ended. This process itself runs nothing of a user's and never touches the GPU, whose
context no fork could use; it holds the sandbox, which serves one call after another.
"""

import contextlib
import json
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from python_to_triton.tuning.loaded_answer import warm_sandbox
from python_to_triton.tuning.own_sizes import judge_at_own_sizes
from python_to_triton.tuning.region_tuning import tune_region
from python_to_triton.tuning.value_times import value_times
from python_to_triton.verification.sandbox import kill_with_parent, set_hard_limits
from triton_ops.judge import error_summary

CALLABLE = {"judge": judge_at_own_sizes, "times": value_times, "tune": tune_region}


def end_with_parent(parent: int) -> None:
    """Ends this process and its children when its parent has gone, whatever it is doing."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os.killpg(0, signal.SIGKILL)


def bound_memory() -> None:
    """Makes this process the first that the system ends for memory, and a request for more than it has a
    MemoryError.
    """
    with contextlib.suppress(OSError):  # no such file: then the system chooses which process it ends
        Path("/proc/self/oom_score_adj").write_text("1000")
    set_hard_limits({resource.RLIMIT_DATA: os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")})


def write_line(pipe: BinaryIO, message: dict) -> None:
    """One message as a line of JSON."""
    pipe.write(json.dumps(message).encode() + b"\n")
    pipe.flush()


def answer_call(request: dict, pipe: BinaryIO) -> None:
    """Makes a call in this process: a line for each result, then one that says how it ended."""
    why = ""
    try:
        for result in CALLABLE[request.pop("call")](**request):
            write_line(pipe, {"result": result})
    except BaseException as error:  # the user's file may raise anything, SystemExit too: it fails alone
        text = str(error).strip().split("\n")[0]
        why = text if isinstance(error, ValueError) and text else error_summary(error)
    write_line(pipe, {"end": why})


def describe_status(status: int) -> str:
    """How a process ended that did not say so: the signal, or its exit code."""
    code = os.waitstatus_to_exitcode(status)
    return f"crashed ({signal.Signals(-code).name})" if code < 0 else f"ended its process (exit code {code})"


def answer_in_fork(request: dict, control: socket.socket, answers: BinaryIO) -> None:
    """Makes a call in a fork of this process, and passes on its lines."""
    reader, writer = os.pipe()
    server = os.getpid()
    child = os.fork()
    if child == 0:
        try:
            kill_with_parent(server)
            os.close(reader)
            control.close()
            answer_call(request, os.fdopen(writer, "wb"))
        finally:
            os._exit(0)  # this fork must never return to the server's loop
    os.close(writer)
    line = b""
    with os.fdopen(reader, "rb") as pipe:
        for line in pipe:
            answers.write(line)
            answers.flush()
    _, status = os.waitpid(child, 0)
    if not line.startswith(b'{"end"'):
        write_line(answers, {"end": describe_status(status)})


def serve_calls(control: socket.socket, lines: Iterable[bytes], answers: BinaryIO) -> None:
    """Answers calls until the other side closes."""
    for line in lines:
        request = json.loads(line)
        try:
            if request["call"] in ("judge", "tune") and "sandbox" not in request:
                warm_sandbox(request.get("device", "cuda"))  # before the fork: the next call finds it too
            answer_in_fork(request, control, answers)
        except (OSError, RuntimeError) as error:  # no sandbox starts, or no process
            write_line(answers, {"end": error_summary(error)})


def main() -> None:
    """Prepares this process, and serves."""
    control = socket.socket(fileno=int(sys.argv[1]))
    threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
    bound_memory()
    answers = control.makefile("wb")
    write_line(answers, {"ready": True})
    serve_calls(control, control.makefile("rb"), answers)


if __name__ == "__main__":
    main()
