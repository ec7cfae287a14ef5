"""Times an answer against eager PyTorch and torch.compile: medians of interleaved calls, a cold L2 cache."""

import contextlib
import functools
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Mapping

import torch

from python_to_triton.verification.sandbox import cold_cache_times
from triton_ops.judge import error_summary

CALLS = 3  # of each function a round
ROUNDS = 10
CLOCK_SECONDS = 1.0  # of all rounds together, about
COMPILE_SECONDS = 120  # of a function's first calls, at most

Clock = Callable[[int], list[float]]  # a number of calls -> the milliseconds of each


class Stages:
    """The seconds that each stage of a longer work has taken so far, by name."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self.clock = clock
        self.seconds: dict[str, float] = {}
        self.running = ""
        self.since = 0.0

    def switch(self, name: str) -> str:
        """Ends the stage that runs and begins another, or none; returns the one that ended."""
        now = self.clock()
        before = self.running
        if before:
            self.seconds[before] = self.seconds.get(before, 0.0) + now - self.since
        self.running = name
        self.since = now
        return before

    @contextlib.contextmanager
    def counted(self, name: str) -> Iterator[None]:
        """Counts what is done inside to a stage, and not to one around it."""
        outer = self.switch(name)
        try:
            yield
        finally:
            self.switch(outer)

    def rounded(self) -> dict[str, float]:
        """The seconds as they are reported."""
        return {name: round(seconds, 2) for name, seconds in self.seconds.items()}


@contextlib.contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises TimeoutError inside, after so many seconds.

    The main thread alone hears signals: in another one there is no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_):
        raise TimeoutError(f"takes more than {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def median_times(
    clocks: Mapping[str, Clock], seconds: float = CLOCK_SECONDS, first_seconds: int = COMPILE_SECONDS
) -> tuple[dict[str, float], str]:
    """({name: median milliseconds}, why some are missing) of functions that are called in turn.

    Each function is first called once untimed, for at most `first_seconds`: it compiles, chooses algorithms
    and allocates. A function that fails, then or later, costs its own figure, and the text says why.
    """
    times = {name: [] for name in clocks}
    failures = {}

    def called(name: str, limit: contextlib.AbstractContextManager) -> list[float]:
        try:
            with limit:
                return clocks[name](CALLS)
        except Exception as error:  # memory runs out, a compiler fails in many ways: the text says how
            failures[name] = error_summary(error)
            return []

    for name in clocks:
        called(name, time_limit(first_seconds))
    deadline = time.monotonic() + seconds
    for turn in range(ROUNDS):
        for name in sorted(times, reverse=turn % 2 == 1):
            if name not in failures:
                times[name] += called(name, contextlib.nullcontext())
        if time.monotonic() > deadline:
            break
    medians = {name: statistics.median(measured) for name, measured in times.items() if name not in failures}
    return medians, "; ".join(f"{name}: {why}" for name, why in failures.items())


def copy_of(size: int, device: str) -> Callable[[], object]:
    """A copy that moves `size` bytes, read and written together: the roofline of what only moves data."""
    source = torch.randint(256, (max(size // 2, 1),), dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return lambda: target.copy_(source)


def time_against_pytorch(
    function: Callable, inputs: tuple, answer: Clock, device: str, compiled: bool = False, moved: int = 0
) -> dict:
    """{"torch_ms", "compile_ms", "triton_ms", "roofline_ms", "untimed"} of a program on its inputs and of its
    answer.

    PyTorch runs with its default settings. "untimed" says why a figure is missing. compiled: whether
    torch.compile is timed too, which takes seconds to compile. moved: bytes of the program's arguments and
    results, for a copy of as many; what it computes is not counted.
    """
    clocks = {
        "torch_ms": lambda count: cold_cache_times(lambda: function(*inputs), count, device),
        "triton_ms": answer,
    }
    if moved:
        prepared = functools.cache(lambda: copy_of(moved, device))
        clocks["roofline_ms"] = lambda count: cold_cache_times(prepared(), count, device)
    if compiled:
        torch.compiler.reset()
        once = functools.cache(lambda: torch.compile(function, dynamic=False))
        clocks["compile_ms"] = lambda count: cold_cache_times(lambda: once()(*inputs), count, device)
    with torch.no_grad():
        times, untimed = median_times(clocks)
    return times | {"untimed": untimed}
