"""The sandbox's client: starts servers, keeps them warm, sends them jobs and ends them."""

import atexit
import contextlib
import functools
import json
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import torch

from python_to_triton import early_start
from python_to_triton.timeline import TIMELINE
from python_to_triton.verification.sandbox.folders import remove_tree
from python_to_triton.verification.sandbox.isolation import remember_steps, steps_to_try
from python_to_triton.verification.sandbox.launching import launch_server
from python_to_triton.verification.sandbox.messages import (
    COMPILING,
    FRAME,
    GO_ON,
    pack,
    printable_reasons,
    unpack,
)
from python_to_triton.verification.sandbox.rules import (
    CLOCK_FACTOR,
    FORKING_KINDS,
    NO_KERNEL,
    CompilesTooLong,
    Limits,
    Refused,
)

START_SECONDS = 180.0
GRACE_SECONDS = 5.0  # beyond a job's own limit, for the server to end it and to say so
GRACE_BYTES = 1 << 20  # beyond the limit on outputs, for the message around them
CHUNK_BYTES = 1 << 20  # of one read


class Clock:
    """The time that a job has left. While Triton's compiler works on a GPU, another clock runs."""

    def __init__(self, limits: Limits, grace: float):
        self.limits = limits
        self.deadline = time.monotonic() + limits.seconds + grace
        self.compiling = limits.compiling  # seconds that are left for it
        self.began = None  # when the compiler did, while it works

    def compiles(self, begins: bool) -> None:
        """The compiler begins or ends."""
        now = time.monotonic()
        if self.began is not None:
            self.deadline += now - self.began
            self.compiling -= now - self.began
        self.began = now if begins else None

    def seconds_left(self) -> float:
        """Until the clock that runs has run out; 0 then."""
        until = self.deadline if self.began is None else self.began + self.compiling
        return max(0.0, until - time.monotonic())

    def exceeded(self) -> Refused:
        """Which limit was exceeded."""
        if self.began is None:
            return Refused(f"runs longer than {self.limits.seconds:g} s", "run")
        return CompilesTooLong(f"its kernels compile longer than {self.limits.compiling:g} s", "run")


def packed_replies(pipe: int, clock: Clock, most: int) -> Iterator[bytes]:
    """Every packed message that comes out of a pipe, until its other end is closed.

    Raises TimeoutError, and Refused beyond `most` bytes of all together.
    """
    data = bytearray()
    while True:
        while len(data) >= FRAME.size and len(data) >= (size := FRAME.size + sum(FRAME.unpack_from(data))):
            most -= size
            yield bytes(data[:size])
            del data[:size]
        if len(data) > most:
            raise Refused(f"output exceeds {most} bytes", "run")
        if not select.select([pipe], [], [], clock.seconds_left())[0]:
            raise TimeoutError
        part = os.read(pipe, CHUNK_BYTES)
        if not part:
            return
        data += part


class Sandbox:
    """A server of one kind (cpu, compile, cuda, cuda:1) and the way to it. After a failure it is closed,
    never reused.
    """

    def __init__(self, kind: str, steps: tuple[str, ...]):
        """Raises RuntimeError where it does not start.

        Args:
            steps: of isolation.STEPS, that confine it; steps_to_try has them.
        """
        self.kind = kind
        early = early_start.started_sandbox(kind, steps)
        self.process, self.folder, self.lock, self.control, self.lifeline = early or launch_server(
            kind, steps
        )
        try:
            with TIMELINE.counted(f"start of the sandbox {kind}"):
                ready = self.status(time.monotonic() + START_SECONDS)
            self.offline = ready["offline"]  # whether the network is off
            self.steps = tuple(ready["steps"])  # of isolation.STEPS, in force
        except (OSError, EOFError, ValueError):
            self.close()
            reason = self.process.stderr.read().decode(errors="replace").strip().split("\n")[-1]
            raise RuntimeError(f"cannot start the {kind} sandbox: {reason}") from None
        finally:
            self.process.stderr.close()

    def status(self, deadline: float) -> dict:
        """The next line from the server."""
        line = bytearray()
        while not line.endswith(b"\n"):  # the server says one at a time
            self.control.settimeout(max(0.001, deadline - time.monotonic()))
            part = self.control.recv(1 << 12)
            if not part:
                raise EOFError("the server closed the connection")
            line += part
        return json.loads(line)

    def send(self, data: bytes, memory: Sequence[int], seconds: float) -> tuple[int, int]:
        """Sends a packed job; returns the pipe that its replies come out of, and the one for words to it."""
        self.control.settimeout(max(GRACE_SECONDS, seconds))
        reader, writer = os.pipe()
        listener, words = os.pipe()
        try:
            socket.send_fds(self.control, [FRAME.pack(len(data), 0)], [writer, listener, *memory])
            self.control.sendall(data)
        except OSError:
            os.close(reader)
            os.close(words)
            raise
        finally:
            os.close(writer)
            os.close(listener)
        return reader, words

    def received(self, pipe: int, clock: Clock, most: int) -> Iterator[tuple[dict, Any]]:
        """The replies that come out of a pipe, until its other end is closed."""
        for data in packed_replies(pipe, clock, most):
            message, value = unpack(data)
            if COMPILING in message:
                clock.compiles(message[COMPILING])
            else:
                yield printable_reasons(message), value

    def end_job(self, clock: Clock) -> None:
        """Waits for the end of a job whose replies nobody reads any more."""
        try:
            self.status(clock.deadline + GRACE_SECONDS)
        except (OSError, EOFError, ValueError):
            self.close()

    def replies(
        self, job: dict, arguments: Sequence, limits: Limits, memory: Sequence[int] = ()
    ) -> Iterator[tuple[dict, Any]]:
        """Does one job: yields (message, value) of every reply. Raises Refused with what went wrong.

        Who takes no further reply ends the job. A failure on the way closes this sandbox; a candidate's own
        failure does not.

        Args:
            memory: the file descriptor, if any, of what is shared for an answer that stays loaded.
        """
        forks = self.kind in FORKING_KINDS  # and counts CPU time itself
        grace = GRACE_SECONDS + (CLOCK_FACTOR - 1.0) * limits.seconds if forks else 0.0
        clock = Clock(limits, grace)
        missing = len(job.get("stages") or [job])
        is_first = True
        try:
            pipe, words = self.send(pack(job | {"limits": asdict(limits)}, arguments), memory, limits.seconds)
            try:
                for message, value in self.received(pipe, clock, limits.output + GRACE_BYTES):
                    missing = 0 if "refused" in message else missing - 1
                    yield message, value
                    if is_first and missing:
                        with contextlib.suppress(BrokenPipeError):  # it ended, and the server knows why
                            os.write(words, GO_ON)
                    is_first = False
            finally:
                os.close(pipe)
                os.close(words)
            status = self.status(clock.deadline + GRACE_SECONDS)
        except GeneratorExit:
            self.end_job(clock)
            raise
        except TimeoutError:
            self.close()
            raise clock.exceeded() from None
        except (OSError, EOFError):
            self.close()
            raise Refused("worker crashed (most likely an illegal address)", "run") from None
        except ValueError as error:
            self.close()
            raise Refused(f"worker sent an unreadable reply: {error}", "run") from None
        except Refused:
            self.close()
            raise
        if status.get("timeout"):
            raise Refused(f"runs longer than {status['timeout']}", "run")
        if status["exit"] < 0:
            raise Refused(f"worker crashed ({signal.Signals(-status['exit']).name})", "run")
        if missing:
            raise Refused("worker ended without a reply (most likely out of memory)", "run")

    def run(
        self, job: dict, arguments: Sequence, limits: Limits, memory: Sequence[int] = ()
    ) -> tuple[dict, Any]:
        """`replies` for a job of one reply: (message, value)."""
        *_, reply = self.replies(job, arguments, limits, memory)
        return reply

    def forget(self) -> None:
        """Gives up the server's descriptors in a forked copy of the judging process: it is the parent's."""
        if self.control.fileno() >= 0:
            self.control.close()
            os.close(self.lifeline)
            if self.lock is not None:
                os.close(self.lock)

    def close(self) -> None:
        """Ends the server and with it every candidate; closing twice is fine.

        Forks that share this sandbox learn of it: nothing can be sent to it any more.
        """
        with contextlib.suppress(OSError):  # the other side has gone, or it is closed already
            self.control.shutdown(socket.SHUT_RDWR)
        self.forget()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        remove_tree(self.folder)


def open_sandbox(kind: str) -> Sandbox:
    """A new sandbox of a kind, under the first of steps_to_try that it starts with.

    Raises RuntimeError where there is none.
    """
    reason = ""
    *stronger, last = steps_to_try(kind)
    for steps in stronger:
        try:
            sandbox = Sandbox(kind, steps)
        except RuntimeError as error:
            if NO_KERNEL not in str(error):  # what no step is to blame for: out of time, say
                raise
            reason = reason or str(error)
        else:
            remember_steps(kind, steps, reason)
            return sandbox
    sandbox = Sandbox(kind, last)
    remember_steps(kind, last, reason)
    return sandbox


IDLE_SANDBOXES = {}  # kind -> warm sandboxes that are free; as many as were once in use at the same time


def forget_sandboxes() -> None:
    """A forked copy of the judging process must not talk to its parent's servers."""
    for sandboxes in IDLE_SANDBOXES.values():
        for sandbox in sandboxes:
            sandbox.forget()
    IDLE_SANDBOXES.clear()
    STARTING.clear()


def close_sandboxes() -> None:
    """Ends every warm sandbox; the next judgement starts a new one."""
    for threads in STARTING.values():
        while threads:
            threads.pop().join()
    for sandboxes in IDLE_SANDBOXES.values():
        while sandboxes:
            sandboxes.pop().close()


@functools.cache
def close_at_exit() -> None:
    """Once in a process: warm sandboxes end with it, and its forks forget them."""
    os.register_at_fork(after_in_child=forget_sandboxes)
    atexit.register(close_sandboxes)


def idle_sandboxes(kind: str) -> list[Sandbox]:
    """The warm sandboxes of a kind that are free."""
    close_at_exit()
    return IDLE_SANDBOXES.setdefault(kind, [])


STARTING = {}  # kind -> threads that open a sandbox which is not warm yet


def start_sandbox(kind: str) -> threading.Thread:
    """Starts a sandbox in a thread, which is returned, so that the first judgement finds it warm."""
    idle = idle_sandboxes(kind)
    thread = threading.Thread(target=lambda: idle.append(open_sandbox(kind)))
    thread.start()
    STARTING.setdefault(kind, []).append(thread)
    return thread


def start_sandboxes() -> None:
    """Starts one of each kind that an answer is judged in on this machine, of which this process had none."""
    for kind in ("cuda", "cpu", "compile") if torch.cuda.is_available() else ("cpu", "compile"):
        if kind not in IDLE_SANDBOXES:
            start_sandbox(kind)


def free_sandbox(kind: str) -> Sandbox:
    """A warm sandbox of a kind that is free, one that is starting, or a new one."""
    idle = idle_sandboxes(kind)
    while True:
        with contextlib.suppress(IndexError):
            return idle.pop()
        try:
            thread = STARTING.get(kind, []).pop()
        except IndexError:
            return open_sandbox(kind)
        thread.join()


def replies_in_sandbox(
    kind: str, job: dict, arguments: Sequence, limits: Limits
) -> Iterator[tuple[dict, Any]]:
    """`Sandbox.replies` in a warm sandbox of that kind, started if none is free."""
    sandbox = free_sandbox(kind)
    try:
        yield from sandbox.replies(job, arguments, limits)
    finally:
        if sandbox.control.fileno() >= 0:
            idle_sandboxes(kind).append(sandbox)


def run_in_sandbox(kind: str, job: dict, arguments: Sequence, limits: Limits) -> tuple[dict, Any]:
    """The same for a job of one reply: (message, value)."""
    *_, reply = replies_in_sandbox(kind, job, arguments, limits)
    return reply
