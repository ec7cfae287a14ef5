"""Workers side by side: each call has a time limit, and a worker that dies costs the call that it died of."""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calls.data import Call, encoded
from calls.verdicts import Outcome

BENCHMARKS = Path(__file__).resolve().parents[1]
PLAN_SECONDS = 180
CALL_SECONDS = 90  # a call in Triton's interpreter; on a GPU, its kernels are compiled
GROUP_OF_CALLS = 6  # of one program, that one worker makes after the other


class WorkerDied(Exception):
    """The worker ended; the text says how."""


class WorkerTimedOut(WorkerDied):
    """The worker did not answer in time, and was killed."""


@dataclass(frozen=True)
class Settings:
    """Where programs and written modules are, and on which device they run."""

    folder: Path
    written: Path
    device: str


class Worker:
    """One process of calls/worker.py."""

    def __init__(self, settings: Settings):
        environment = dict(os.environ, OMP_NUM_THREADS="1")
        paths = [str(BENCHMARKS), str(BENCHMARKS.parent), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        if settings.device == "cpu":
            environment |= {"TRITON_INTERPRET": "1", "CUDA_VISIBLE_DEVICES": ""}
        self.errors = tempfile.TemporaryFile("w+")
        self.buffer = b""
        arguments = [str(settings.folder), str(settings.written), settings.device]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "calls.worker", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=environment,
        )

    def ask(self, request: dict) -> None:
        """Sends a request. Raises WorkerDied where there is nobody to read it."""
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise WorkerDied(self.cause()) from error

    def answer(self, seconds: float) -> dict:
        """The next message. Raises WorkerDied or WorkerTimedOut."""
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], seconds)
            if not ready:
                self.close()
                raise WorkerTimedOut(f"runs longer than {seconds:g} s")
            read = os.read(self.process.stdout.fileno(), 1 << 16)
            if not read:
                raise WorkerDied(self.cause())
            self.buffer += read
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def cause(self) -> str:
        """How the process ended: a signal, or its exit code with its last line on stderr."""
        code = self.process.wait()
        self.errors.seek(0)
        lines = [line.strip() for line in self.errors if line.strip()]
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return f"the process ended ({name}){': ' + lines[-1] if lines else ''}"

    def close(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class WorkerPool:
    """`jobs` threads with a worker each, started when it is first needed and again when it has died."""

    def __init__(self, settings: Settings, jobs: int):
        self.settings = settings
        self.threads = ThreadPoolExecutor(jobs)
        self.own = threading.local()
        self.workers = []
        self.stopped = threading.Event()

    def worker(self) -> Worker:
        """This thread's worker."""
        if getattr(self.own, "worker", None) is None:
            self.own.worker = Worker(self.settings)
            self.workers.append(self.own.worker)
        return self.own.worker

    def plan(self, program: str, seed: int) -> dict:
        """The candidates for calls of a program, {"calls": [...]}, or {"error": why there are none}."""
        if self.stopped.is_set():
            return {"error": "stopped"}
        try:
            worker = self.worker()
            worker.ask({"plan": program, "seed": seed})
            return worker.answer(PLAN_SECONDS)
        except WorkerDied as error:
            self.own.worker = None
            return {"error": str(error)}

    def run(self, calls: Sequence[Call], on_end: Callable[[Call, Outcome, float], None]) -> None:
        """Makes calls of one program; `on_end(call, outcome, seconds)` hears of each."""
        waiting = list(calls)
        while waiting and not self.stopped.is_set():
            made = 0  # of those that wait
            begun = False  # the next one
            try:
                worker = self.worker()
                worker.ask({"program": calls[0].program, "calls": [encoded(call) for call in waiting]})
                for call in waiting:
                    begun = made == 0  # the program is read: what fails there is the first call's
                    worker.answer(PLAN_SECONDS)
                    begun = True
                    found = worker.answer(CALL_SECONDS)
                    on_end(call, Outcome(found["verdict"], found["reason"]), found["seconds"])
                    made += 1
                    begun = False
                    if found["lost"]:
                        self.own.worker = None
                        break
            except WorkerDied as error:
                self.own.worker = None
                if begun and not self.stopped.is_set():
                    verdict = "timeout" if isinstance(error, WorkerTimedOut) else "crash"
                    on_end(waiting[made], Outcome(verdict, str(error)), 0.0)
                    made += 1
            waiting = waiting[made:]

    def map(self, function: Callable, items: Sequence) -> Iterator[Any]:
        """function(item) of each item, in the threads, in the order of the items."""
        return self.threads.map(function, items)

    def close(self) -> None:
        """Ends all workers."""
        self.stopped.set()
        for worker in self.workers:
            worker.close()
        self.threads.shutdown(cancel_futures=True)
