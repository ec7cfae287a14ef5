"""Processes that do the items of a run, several at a time, each item in one of them.

An item that sends nothing for too long, or that its process dies of, costs itself alone: another process
takes the place of that one. Processes are kept for further items, preferably of a kind that they have had
before, so that each imports few libraries.
"""

import contextlib
import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path

import torch

from python_to_triton.verification import sandbox

START_SECONDS = 120  # until a process has made its imports, at least
STOP_SECONDS = 10  # that an end is waited for
VISIBLE = "CUDA_VISIBLE_DEVICES"
NEARBY = 3  # items a process, of the next that wait, among which a known kind is looked for

Work = Callable[[object, Callable[[object], None]], object]  # (item, tell what is known so far) -> its result
Outcome = tuple[object, object, str]  # (item, what is known of it, why it is not done or "")


@dataclass(frozen=True)
class ItemLimits:
    """How many processes there are, and how long they work."""

    seconds: float  # that an item may send nothing
    jobs: int = 1  # processes at a time
    most: float = float("inf")  # items of a process: then another takes its place
    ends: float = float("inf")  # of time.monotonic, when no further item is begun
    gpus: tuple[str, ...] = ()  # over which the processes are spread; without: each sees them all
    gives_up: float = float("inf")  # of time.monotonic, when what is not done then is ended


def _serve(pipe: Connection, work: Work, log: Path, parent: int) -> None:
    """Does the items that come, and sends (whether it is the result, what is known) of each."""
    os.setsid()  # so that it is ended together with its judges
    sandbox.kill_with_parent(parent)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    torch.set_num_threads(1)
    pipe.send((False, None))  # it has started: from here on its time is the item's
    while True:
        item = pipe.recv()
        pipe.send((True, work(item, lambda known: pipe.send((False, known)))))


@contextlib.contextmanager
def _showing(gpu: str) -> Iterator[None]:
    """What is started meanwhile sees this GPU alone: it may ask for GPUs before it runs a line of ours."""
    before = os.environ.get(VISIBLE)
    if gpu:
        os.environ[VISIBLE] = gpu
    try:
        yield
    finally:
        if before is not None:
            os.environ[VISIBLE] = before
        elif gpu:
            del os.environ[VISIBLE]


class ItemProcess:
    """A process that does items in turn, and the item that it is at."""

    def __init__(self, work: Work, limits: ItemLimits, log: Path, start_method: str, gpu: str = ""):
        """gpu: the only one that it sees, or "" for all that there are."""
        context = multiprocessing.get_context(start_method)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work, log, os.getpid()))
        with _showing(gpu):
            self.process.start()
        theirs.close()
        self.limits = limits
        self.gpu = gpu
        self.kinds = set()  # of the items that it was given
        self.count = 0  # of them
        self.has_started = False

    def begin(self, item: object, kind: object) -> None:
        """Gives it an item."""
        self.item = item
        self.known = None
        self.kinds.add(kind)
        self.count += 1
        seconds = self.limits.seconds
        self.allow(seconds if self.has_started else max(seconds, START_SECONDS))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it has died, which `outcome` sees
            self.pipe.send(item)

    def allow(self, seconds: float) -> None:
        """Lets its item be silent for so long from now on, and no longer than until items are given up."""
        self.allowed = seconds
        self.deadline = min(time.monotonic() + seconds, self.limits.gives_up)

    def _cause_of_death(self) -> str:
        self.process.join(STOP_SECONDS)
        code = self.process.exitcode
        if code is None:
            return "the process closed its connection"
        names = {-one.value: one.name for one in signal.Signals}
        return f"the process died ({names.get(code, f'exit code {code}')})"

    def outcome(self, ready: Sequence) -> Outcome | None:
        """What became of its item, where it has ended.

        ready: of `pipe` and `process.sentinel`, what has something to tell.
        """
        is_result, reason = False, ""
        if self.pipe in ready:
            try:
                is_result, self.known = self.pipe.recv()
                self.has_started = True
                self.allow(self.limits.seconds)
            except (EOFError, OSError):
                reason = self._cause_of_death()
        elif self.process.sentinel in ready:
            reason = self._cause_of_death()
        elif time.monotonic() >= self.limits.gives_up:
            reason = "not done when the time was over"
        elif time.monotonic() >= self.deadline:
            reason = f"nothing within {self.allowed:g} s"
        return (self.item, self.known, reason) if is_result or reason else None

    def kill(self) -> None:
        """Has it end, and what it started; `stop` waits for that."""
        with contextlib.suppress(ProcessLookupError):  # it has not become a group, or has ended
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def stop(self) -> None:
        """Ends it and what it started."""
        self.kill()
        self.process.join(STOP_SECONDS)
        self.pipe.close()


def _place_of_next(kinds: Sequence, known: set, jobs: int) -> int:
    """Which of the waiting items, whose kinds these are, suits a process that knows some kinds."""
    nearby = kinds[: NEARBY * jobs] if jobs > 1 else ()
    return next((place for place, kind in enumerate(nearby) if kind in known), 0)


def _least_used(gpus: Sequence[str], processes: Iterable[ItemProcess]) -> str:
    """Of these GPUs the one that the fewest of these processes have, or "" where there are none."""
    used = Counter(one.gpu for one in processes)
    return min(gpus, key=lambda gpu: used[gpu], default="")


def _wait_for(busy: Sequence[ItemProcess]) -> list:
    """The pipes and sentinels of processes that have something to tell, or none when a time limit is over."""
    told = [channel for one in busy for channel in (one.pipe, one.process.sentinel)]
    return wait(told, max(0.0, min(one.deadline for one in busy) - time.monotonic()))


def do_items(
    work: Work,
    items: Iterable,
    limits: ItemLimits,
    log: Path,
    start_method: str = "fork",
    kind_of: Callable[[object], object] = type,
    on_news: Callable[[object, object], None] = lambda item, known: None,
) -> Iterator[Outcome]:
    """Does items in processes; yields what became of each, as they end.

    Args:
        log: where they print.
        start_method: "spawn" where the items use a GPU.
        kind_of: items of one kind suit one process.
        on_news: hears of each item that is begun, and what is known of it so far, also where that is not new.
    """
    waiting = list(items)
    idle, busy = [], []
    try:
        while waiting or busy:
            for one in [one for one in idle if not one.process.is_alive()]:  # it died after its item
                idle.remove(one)
                one.stop()
            while waiting and len(busy) < limits.jobs and time.monotonic() < limits.ends:
                if idle:
                    one = idle.pop()
                else:
                    gpu = _least_used(limits.gpus, busy)
                    one = ItemProcess(work, limits, log, start_method, gpu)
                busy.append(one)
                item = waiting.pop(_place_of_next(list(map(kind_of, waiting)), one.kinds, limits.jobs))
                one.begin(item, kind_of(item))
                on_news(item, None)
            if not busy:
                return
            ready = _wait_for(busy)
            for one, outcome in [(one, one.outcome(ready)) for one in busy]:
                if not outcome:
                    on_news(one.item, one.known)
                    continue
                busy.remove(one)
                if outcome[-1] or one.count >= limits.most:
                    one.stop()
                else:
                    idle.append(one)
                yield outcome
    finally:
        for one in [*busy, *idle]:
            one.kill()
        for one in [*busy, *idle]:
            one.stop()
