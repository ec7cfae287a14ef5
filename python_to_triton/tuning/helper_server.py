"""The helper process: runs what needs a GPU and users' programs, each call in a fork of its own, and ends,
with all it started, when its parent does.

    python -m python_to_triton.tuning.helper_server DESCRIPTOR     started by helper_process.HelperProcess

Its first line says that it is ready. A call is a line of JSON; the answer is a line for each result and one
that says how the call ended. This process itself runs nothing of a user's and never touches the GPU, whose
context no fork could use; it holds the sandbox, which serves one call after another.
"""

import contextlib
import functools
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

import torch

from python_to_triton import frontend
from python_to_triton.postponed_compiler import postpone_compiler
from python_to_triton.tuning.helper_process import exit_text
from python_to_triton.tuning.loaded_answer import WARM_SANDBOXES, warm_sandbox
from python_to_triton.tuning.own_sizes import judge_at_own_sizes
from python_to_triton.tuning.program_race import race_program
from python_to_triton.tuning.region_tuning import tune_region
from python_to_triton.tuning.value_times import value_times
from python_to_triton.verification.sandbox import kill_with_parent, set_hard_limits
from python_to_triton.verification.sandbox.confinement import keep_from_collections
from triton_ops.judge import error_summary

SAMPLE_PROMPT = "f(a0: f32[A, B], a1: f32[C, B])\nv0 = linear(a0, a1)\nv1 = gelu(v0)\nreturn v1"
CALLABLE = {"judge": judge_at_own_sizes, "race": race_program, "times": value_times, "tune": tune_region}


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


def begin_gpu(device: str) -> None:
    """Makes the GPU ready for this process: its context, and the libraries that most references need."""
    if device != "cpu" and torch.cuda.is_available():
        x = torch.randn(16, 16, device=device)
        (x.double() @ x.double() + x @ x).sum().item()


def wait_for_call(listener: BinaryIO, pipe: BinaryIO, device: str) -> None:
    """Makes the one call that comes, the GPU ready before it does."""
    why = ""
    try:
        begin_gpu(device)
    except RuntimeError as error:  # no memory, no driver: said where a call comes
        why = error_summary(error)
    request = listener.readline()
    if not request:  # this process is not needed any more
        return
    if why:
        write_line(pipe, {"end": why})
    else:
        answer_call(json.loads(request), pipe)


class CallFork:
    """A fork of this process for one call; on a GPU it waits for that with the GPU ready."""

    def __init__(self, control: socket.socket, device: str):
        self.device = device
        self.sandbox = WARM_SANDBOXES.get(device)
        listener, words = os.pipe()
        reader, writer = os.pipe()
        server = os.getpid()
        self.child = os.fork()
        if self.child == 0:
            try:
                kill_with_parent(server)
                os.close(words)
                os.close(reader)
                control.close()
                wait_for_call(os.fdopen(listener, "rb"), os.fdopen(writer, "wb"), device)
            finally:
                os._exit(0)  # this fork must never return to the server's loop
        os.close(listener)
        os.close(writer)
        self.words = os.fdopen(words, "wb")
        self.lines = os.fdopen(reader, "rb")

    def is_fit(self, device: str) -> bool:
        """Whether it is for a device, and knows the sandbox that is open for it now."""
        return self.device == device and self.sandbox is WARM_SANDBOXES.get(device)

    def begin(self, request: dict) -> None:
        """Has it make a call."""
        with contextlib.suppress(BrokenPipeError):  # it has ended: its status says how
            write_line(self.words, request)

    def pass_on(self, answers: BinaryIO) -> bool:
        """Passes on the lines of its call; whether it ended as it should."""
        line = b""
        for line in self.lines:
            answers.write(line)
            answers.flush()
        status = self.close()
        ended = line.startswith(b'{"end"')
        if not ended:
            write_line(answers, {"end": exit_text(os.waitstatus_to_exitcode(status))})
        return ended

    def close(self) -> int:
        """Waits for its end, without a call if it had none; returns its status."""
        with contextlib.suppress(BrokenPipeError):
            self.words.close()
        self.lines.close()
        return os.waitpid(self.child, 0)[1]


@functools.cache
def import_before_forks() -> None:
    """Imports, before the first fork, what PyTorch takes along when a graph runs on tensors without data."""
    postpone_compiler()
    frontend.parse(SAMPLE_PROMPT).sample(small=True)


def prepare(device: str) -> None:
    """Opens the sandbox for a device before it is asked for, while this process makes itself warm."""
    opening = threading.Thread(target=warm_sandbox, args=(device,))
    opening.start()
    import_before_forks()
    opening.join()  # before a fork: this thread may hold locks


class CallServer:
    """Makes the calls of one client, each in a fork; for a GPU the next fork waits already."""

    def __init__(self, control: socket.socket, answers: BinaryIO):
        self.control = control
        self.answers = answers
        self.waiting: CallFork | None = None

    def have_waiting(self, device: str) -> None:
        """Has a fork wait for a call on a device, rather than one that is for another or another sandbox."""
        if self.waiting and not self.waiting.is_fit(device):
            self.waiting.close()
            self.waiting = None
        if not self.waiting:
            self.waiting = CallFork(self.control, device)

    def make(self, request: dict) -> None:
        """Makes one call. Raises OSError and RuntimeError where no sandbox starts, or no process."""
        device = request.get("device", "cuda")
        if request["call"] == "prepare":
            prepare(device)
            self.have_waiting(device)
            return
        import_before_forks()
        if request["call"] in ("judge", "race", "tune"):
            warm_sandbox(device)  # before the fork: the next call finds it too
        self.have_waiting(device)
        fork = self.waiting
        self.waiting = None
        fork.begin(request)
        if device != "cpu":
            self.have_waiting(device)
        if not fork.pass_on(self.answers) and device in WARM_SANDBOXES:
            WARM_SANDBOXES.pop(device).close()  # it may be at work still, for nobody


def serve_calls(control: socket.socket, lines: Iterable[bytes], answers: BinaryIO) -> None:
    """Answers calls until the other side closes."""
    calls = CallServer(control, answers)
    for line in lines:
        request = json.loads(line)
        try:
            calls.make(request)
        except (OSError, RuntimeError) as error:
            if request["call"] != "prepare":  # the call that follows says it
                write_line(answers, {"end": error_summary(error)})


def main() -> None:
    """Prepares this process, and serves."""
    keep_from_collections()
    control = socket.socket(fileno=int(sys.argv[1]))
    threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
    bound_memory()
    answers = control.makefile("wb")
    write_line(answers, {"ready": True})
    serve_calls(control, control.makefile("rb"), answers)


if __name__ == "__main__":
    main()
