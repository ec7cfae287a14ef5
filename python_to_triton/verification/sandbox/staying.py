"""A fork that stays for several jobs, of texts that are the project's own.

A fork costs a third of a short job: pages are copied as they are touched, and what the interpreter remembers
of types and shapes ends with it. A corpus judges a hundred thousand texts that are made of files of
synthetic/, each of which passed the allow-list. What a model or a user wrote never comes here: it has a
fork of its own.
"""

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

from python_to_triton.verification.sandbox.confinement import (
    WATCH_SECONDS,
    cpu_seconds,
    has_hung_up,
    reap_children,
)
from python_to_triton.verification.sandbox.folders import folder_for_job
from python_to_triton.verification.sandbox.interleaving import restart_turns
from python_to_triton.verification.sandbox.messages import FRAME, ReplyPipe, unpack
from python_to_triton.verification.sandbox.rules import CLOCK_FACTOR

MOST_JOBS = 32  # of one fork: what a fork costs is little then, and what its jobs leave behind too
CHUNK = 1 << 16  # bytes of one read
TAKEN = b"+"  # what the fork says when it has read a job, before it begins it
HANDOVER_SECONDS = 4.0  # by the clock, for that: a fork that is late hangs in what an earlier job left behind


def write_all(descriptor: int, data: bytes | bytearray) -> None:
    """Writes all of it into a pipe."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def do_in_turn(jobs: int, replies: int, do: Callable) -> None:
    """In the fork: `do(job, arguments, pipe)` for every job that comes out of a pipe; each has one reply."""
    # What such a job needs of a ReplyPipe. It need not check for a reader, since the server reads every reply
    # to its end; and it closes nothing, since the next job replies through the same pipe.
    pipe = SimpleNamespace(send=partial(write_all, replies), check=lambda: None, close=lambda: None)
    with open(jobs, "rb") as source:
        while head := source.read(FRAME.size):
            size, _ = FRAME.unpack(head)
            packed = source.read(size)
            write_all(replies, TAKEN)
            job, arguments = unpack(packed)
            restart_turns()
            do(job, arguments, pipe)


class StayingFork:
    """The server's side of such a fork."""

    def __init__(self, limits: dict, has_folder: bool, enter: Callable, do: Callable):
        """Forks.

        Args:
            limits: of each job (rules.Limits).
            has_folder: whether it gets a folder of its own.
            enter: `enter(folder, *descriptors)` confines the fork, which keeps these descriptors.
            do: `do(job, arguments, replies)` does one job there.
        """
        self.limits = limits
        self.seconds = limits["seconds"]
        self.jobs = 0  # that it has begun
        self.exits = contextlib.ExitStack()
        folder = self.exits.enter_context(folder_for_job(has_folder))
        theirs, self.to_fork = os.pipe()
        self.from_fork, replies = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                enter(folder, theirs, replies)
                do_in_turn(theirs, replies, do)
            finally:
                os._exit(0)  # a fork must never return to the server's loop
        os.close(theirs)
        os.close(replies)
        os.set_blocking(self.to_fork, False)

    def takes(self, limits: dict) -> bool:
        """Whether it should do a further job. Not where it has done many, or used a job's time for them."""
        is_fresh = self.jobs < MOST_JOBS and cpu_seconds(self.process) < self.seconds
        return is_fresh and limits == self.limits

    def has_taken(self, data: bytes | bytearray) -> bool:
        """Gives it a packed job; whether it has read that within HANDOVER_SECONDS."""
        deadline = time.monotonic() + HANDOVER_SECONDS
        left = memoryview(FRAME.pack(len(data), 0) + data)
        while (seconds := deadline - time.monotonic()) > 0:
            awaited = [self.to_fork] if left else []
            readable, writable, _ = select.select([self.from_fork], awaited, [], seconds)
            if readable:
                return os.read(self.from_fork, len(TAKEN)) == TAKEN  # nothing is read of one that has ended
            if writable:
                try:
                    left = left[os.write(self.to_fork, left) :]
                except BrokenPipeError:  # it has ended
                    return False
        return False

    def result(self, data: bytes | bytearray, replies: ReplyPipe, judge: socket.socket) -> dict | None:
        """How a packed job ended, whose one reply is passed on: {"exit": 0}, or {"timeout": the limit that it
        exceeded}; None where the fork did not take it, or ended without a reply.
        """
        self.jobs += 1
        if not self.has_taken(data):
            return None
        used, deadline = cpu_seconds(self.process), time.monotonic() + CLOCK_FACTOR * self.seconds
        reply = bytearray()
        while len(reply) < FRAME.size or len(reply) < FRAME.size + sum(FRAME.unpack_from(reply)):
            if select.select([self.from_fork], [], [], WATCH_SECONDS)[0]:
                part = os.read(self.from_fork, CHUNK)
                if not part:
                    return None
                reply += part
            elif cpu_seconds(self.process) - used >= self.seconds or has_hung_up(judge):
                return {"timeout": f"{self.seconds:g} s"}
            elif time.monotonic() >= deadline:
                return {"timeout": f"{CLOCK_FACTOR * self.seconds:g} s by the clock"}
        with contextlib.suppress(BrokenPipeError):  # the judge has gone
            replies.send(reply)
        return {"exit": 0}

    def end(self) -> None:
        """Ends it, and all that it left behind."""
        os.close(self.to_fork)
        os.close(self.from_fork)
        os.kill(self.process, signal.SIGKILL)  # not reaped yet, so the number is still its own
        os.waitpid(self.process, 0)
        reap_children()
        self.exits.close()
