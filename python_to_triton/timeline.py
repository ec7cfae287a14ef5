"""Seconds by stage of a command, for --stages: when each began, and how long it took."""

import contextlib
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass
class Span:
    """All times that a stage ran."""

    began: float  # the first time, in seconds from the timeline's beginning
    seconds: float = 0.0
    times: int = 0


class Timeline:
    """Stages by name, in the order in which they begin. One may hold others, and another thread's runs beside
    it: the seconds of all of them are no sum.
    """

    def __init__(self):
        self.began = time.perf_counter()
        self.spans: dict[str, Span] = {}
        self.lock = threading.Lock()

    def now(self) -> float:
        """Seconds from its beginning."""
        return time.perf_counter() - self.began

    @contextlib.contextmanager
    def counted(self, name: str) -> Iterator[None]:
        """Counts what is done inside to a stage."""
        began = self.now()
        with self.lock:
            span = self.spans.setdefault(name, Span(began))
        try:
            yield
        finally:
            with self.lock:
                span.seconds += self.now() - began
                span.times += 1

    def counted_items(self, name: str, items: Iterable) -> Iterator:
        """Items one by one, what it takes to make them counted to a stage, and not what is done with them."""
        items = iter(items)
        end = object()
        while True:
            with self.counted(name):
                item = next(items, end)
            if item is end:
                return
            yield item

    def note(self, name: str) -> None:
        """Counts all from the beginning until now to a stage."""
        self.spans[name] = Span(0.0, self.now(), 1)

    def text(self) -> str:
        """A line a stage, and the seconds of all."""
        lines = [f"{'began':>8} {'seconds':>8} {'times':>5}  stage"]
        for name, span in sorted(self.spans.items(), key=lambda named: named[1].began):
            lines.append(f"{span.began:8.2f} {span.seconds:8.2f} {span.times:5}  {name}")
        return "\n".join([*lines, f"{self.now():17.2f}        in all"])


TIMELINE = Timeline()  # of this process
