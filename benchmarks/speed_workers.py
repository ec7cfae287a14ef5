"""Hands programs to processes that time them, and replaces a process that crashes or hangs."""

import collections
import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait

from speed_programs import SpeedProgram
from speed_worker import WAITING, WORKING, SpeedOptions

from triton_ops.exit_codes import Failed

START_SECONDS = 300.0  # of a process, until it is ready
MOST_FAILED_STARTS = 3  # one after the other


@dataclass
class SpeedJob:
    """A program to time, and what is known of it."""

    program: SpeedProgram
    seconds: float  # of tuning
    began: float = 0.0
    known: dict = field(default_factory=dict)
    doing: str = "starting"
    failure: str = ""  # of the try with tuning, where this is the one without


class SpeedProcess:
    """A process that times programs, the one it has now, and the moment by which it has to say more."""

    def __init__(self, serve: Callable, options: SpeedOptions):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, options, os.getpid()))
        self.process.start()
        theirs.close()
        self.is_ready = False
        self.job: SpeedJob | None = None
        self.deadline = time.monotonic() + START_SECONDS
        self.remaining = 0.0  # of its limit, while it waits for the GPU

    def begin(self, job: SpeedJob, limit: float) -> None:
        """Hands it a program."""
        self.job = job
        job.began = time.monotonic()
        self.deadline = job.began + limit
        with contextlib.suppress(OSError):  # it has died: that is read from its pipe
            self.pipe.send((job.program.text, job.seconds))

    def hear(self, text: str) -> None:
        """Notes what it does; the time in which it waits for the GPU does not count."""
        if text == WAITING:
            self.remaining = self.deadline - time.monotonic()
            self.deadline = float("inf")
        elif text == WORKING:
            self.deadline = time.monotonic() + self.remaining
        elif self.job:
            self.job.doing = text

    def is_idle(self) -> bool:
        """Whether it waits for a program."""
        return self.is_ready and self.job is None

    def end(self) -> str:
        """Ends it and what it started; how it had ended by itself, "" where it had not."""
        self.process.join(0.2)
        code = self.process.exitcode
        for kill in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(self.process.pid, signal.SIGKILL)
        self.process.join()
        self.pipe.close()
        if code is None:
            return ""
        return (
            f"crashed ({signal.Signals(-code).name})" if code < 0 else f"ended its process (exit code {code})"
        )


class SpeedRun:
    """Programs that are timed by several processes; `on_row(program, row)` hears each result at once."""

    def __init__(
        self,
        programs: Sequence[SpeedProgram],
        options: SpeedOptions,
        workers: int,
        limit: float,
        on_row: Callable[[SpeedProgram, dict], None],
        serve: Callable,
    ):
        """limit: seconds a program. serve: what a process does, speed_worker.serve_speed."""
        self.waiting = collections.deque(SpeedJob(one, options.seconds) for one in programs)
        self.options = options
        self.workers = workers
        self.limit = limit
        self.on_row = on_row
        self.serve = serve
        self.processes: list[SpeedProcess] = []
        self.failed_starts = 0

    def finish(self, job: SpeedJob, row: dict) -> None:
        """Passes on what came of a program."""
        spent = {"total_seconds": round(time.monotonic() - job.began, 1)}
        failure = {"tuning_reason": job.failure} if job.failure else {}
        self.on_row(job.program, job.known | row | failure | spent)

    def lose(self, process: SpeedProcess, why: str) -> None:
        """Replaces a process; its program is tried once more, without tuning, or has failed."""
        self.processes.remove(process)
        ended = process.end()
        job = process.job
        reason = why or ended or "closed its pipe"
        if job is None:
            self.failed_starts += not process.is_ready
            if self.failed_starts >= MOST_FAILED_STARTS:
                raise Failed(f"the processes that time programs do not start: {reason}")
            return
        reason = f"{reason}, while {job.doing}"
        if job.seconds and job.known.get("verified"):
            self.waiting.appendleft(SpeedJob(job.program, 0.0, failure=reason))
        else:
            self.finish(job, {"status": "failed", "verified": False, "reason": reason})

    def receive(self, process: SpeedProcess) -> None:
        """Takes one message of a process."""
        try:
            what, value = process.pipe.recv()
        except (EOFError, OSError):
            self.lose(process, "")
            return
        if what == "ready":
            process.is_ready = True
            process.deadline = float("inf")
            self.failed_starts = 0
        elif what == "said":
            process.hear(value)
        elif what == "known":
            process.job.known |= value
        else:
            job = process.job
            process.job = None
            process.deadline = float("inf")
            self.finish(job, value)
            if what == "last":
                self.lose(process, "")

    def run(self, ends: float = float("inf")) -> int:
        """Times the programs until a moment of time.monotonic(); the number of those left."""
        try:
            while time.monotonic() < ends:
                for process in self.processes:
                    if self.waiting and process.is_idle():
                        process.begin(self.waiting.popleft(), self.limit)
                busy = [one for one in self.processes if one.job]
                if not self.waiting and not busy:
                    break
                while len(self.processes) < min(self.workers, len(self.waiting) + len(busy)):
                    self.processes.append(SpeedProcess(self.serve, self.options))
                ready = wait([one.pipe for one in self.processes], timeout=0.5)
                for process in list(self.processes):
                    if process.pipe in ready:
                        self.receive(process)
                    elif time.monotonic() > process.deadline:
                        self.lose(process, f"takes more than {self.limit:g} s" if process.job else "hangs")
            return len(self.waiting) + sum(one.job is not None for one in self.processes)
        finally:
            for process in self.processes:
                process.end()
            self.processes.clear()
