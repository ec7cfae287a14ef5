"""Searches for the launch numbers with which the answers to a region are fastest, within a time.

Coordinate descent with successive halving: all neighbours of the best known numbers are prepared side by
side, each is timed by a few calls, those that are close to the fastest by more, and moves that helped are
tried together. The search knows nothing of kernels: a `Stopwatch` prepares and times.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from python_to_triton.tuning.knobs import TRIED_FIRST, Knob
from python_to_triton.tuning.launch_numbers import product_tiles, spills
from python_to_triton.verification.sandbox import Refused

CALLS = (1, 3, 7)  # of a variant, before and after each comparison with the fastest
ENOUGH = 100.0  # milliseconds of calls that were timed: a variant that took so long is not called again
CLOSE = (1.6, 1.15)  # times the fastest: what is slower after so many calls is not timed again
GAIN = 0.98  # of a time: what is below is faster, what is not may be noise
FRONT = 2  # answers whose numbers are searched side by side
FAR = 1.3  # times the fastest: an answer whose best is slower is not searched further
WIDTH = 32  # variants prepared together, at most
WIDTH_A_CORE = 2  # and for each core that compiles them: what does not begin in time counts as slow


@dataclass(frozen=True)
class LaunchVariant:
    """An answer with other launch numbers: (name of a knob, number), sorted; () is as it is written."""

    answer: int
    numbers: tuple[tuple[str, int], ...] = ()

    def moved(self, *moves: tuple[str, int]) -> "LaunchVariant":
        """The variant with further numbers."""
        return LaunchVariant(self.answer, tuple(sorted((dict(self.numbers) | dict(moves)).items())))


class Stopwatch(Protocol):
    """Prepares variants side by side, and times one at a time."""

    def prepare(self, variants: Sequence[LaunchVariant]) -> dict[LaunchVariant, str]:
        """Compiles and tries them; {variant: why it cannot be used} of those that cannot."""

    def times(self, variant: LaunchVariant, count: int) -> list[float]:
        """Milliseconds of each of `count` calls. Raises Refused where it fails after all."""


class LaunchSearch:
    """The variants that were tried, and their times."""

    def __init__(
        self,
        knobs: Sequence[Sequence[Knob]],
        stopwatch: Stopwatch,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        element_size: int = 4,
    ):
        """knobs: of every answer. seconds: of the search, from when the answers as written were timed.
        element_size: bytes of an element of what they compute with.
        """
        self.knobs = knobs
        self.element_size = element_size
        self.stopwatch = stopwatch
        self.clock = clock
        self.seconds = seconds
        self.deadline = 0.0  # set once the answers as written were timed: Triton's first compilation is slow
        self.longest = 0.0  # seconds that preparing and timing a batch took since then
        self.width = min(WIDTH, WIDTH_A_CORE * len(os.sched_getaffinity(0)))
        self.measured: dict[LaunchVariant, list[float]] = {}
        self.failed: dict[LaunchVariant, str] = {}

    def milliseconds(self, variant: LaunchVariant) -> float:
        """The median of a variant's calls."""
        return statistics.median(self.measured[variant])

    @property
    def ranking(self) -> list[LaunchVariant]:
        """What was timed, the fastest first; of those timed alike well the one with fewer changes."""
        known = [variant for variant in self.measured if variant not in self.failed]
        return sorted(known, key=lambda one: (self.milliseconds(one), len(one.numbers)))

    @property
    def front(self) -> list[LaunchVariant]:
        """The best variants of the FRONT fastest answers."""
        best = {}
        for variant in self.ranking:
            best.setdefault(variant.answer, variant)
        fastest = [*best.values()][:FRONT]
        limit = FAR * self.milliseconds(fastest[0]) if fastest else 0.0
        return [variant for variant in fastest if self.milliseconds(variant) <= limit]

    def has_time(self) -> bool:
        """Whether another batch is likely to end in time."""
        return self.clock() + self.longest / 2 < self.deadline

    # ---- moves ----

    def value(self, variant: LaunchVariant, knob: Knob) -> int | None:
        """What a knob is in a variant."""
        return dict(variant.numbers).get(knob.name, knob.value)

    def single_moves(self, variant: LaunchVariant) -> list[tuple[str, int]]:
        """One number one step up or down."""
        return [
            (knob.name, value)
            for knob in self.knobs[variant.answer]
            for value in knob.neighbours(self.value(variant, knob))
        ]

    def diagonal_moves(self, variant: LaunchVariant) -> list[tuple[tuple[str, int], tuple[str, int]]]:
        """A block and the warps that share it, both one step up or down: each alone may be slower."""
        knobs = {knob.name: knob for knob in self.knobs[variant.answer]}
        found = []
        for name, knob in knobs.items():
            kernel, separator, _ = name.rpartition(": ")
            warps = knobs.get(f"{kernel}{separator}num_warps")
            before = self.value(variant, knob)
            if (
                warps is None
                or warps is knob
                or before is None
                or "stages" in name
                or knob.role in TRIED_FIRST
            ):
                continue
            threads = self.value(variant, warps)
            for size in knob.neighbours(before) if threads is not None else ():
                for count in warps.neighbours(threads):
                    if (size > before) == (count > threads):
                        found.append(((name, size), (warps.name, count)))
        return found

    def with_first_moves(self, answer: int) -> LaunchVariant:
        """An answer as it is written, but for what is tried first (knobs.py)."""
        moves = [(knob.name, knob.values[0]) for knob in self.knobs[answer] if knob.role in TRIED_FIRST]
        return LaunchVariant(answer).moved(*moves)

    def tiles(self, variant: LaunchVariant) -> list[LaunchVariant]:
        """The answer of a variant with the tiles with which products are often fast."""
        knobs = self.knobs[variant.answer]
        first = {knob.name for knob in knobs if knob.role in TRIED_FIRST}
        base = LaunchVariant(variant.answer, tuple(one for one in variant.numbers if one[0] in first))
        return [base.moved(*numbers.items()) for numbers in product_tiles(knobs, self.element_size)]

    def neighbours(self, variant: LaunchVariant) -> list[LaunchVariant]:
        """What was not tried yet: the tiles with which products are often fast, and what is one or two steps
        away.
        """
        knobs = self.knobs[variant.answer]
        moved = self.tiles(variant)
        moved += [variant.moved(move) for move in self.single_moves(variant)]
        moved += [variant.moved(*moves) for moves in self.diagonal_moves(variant)]
        unknown = [one for one in dict.fromkeys(moved) if not self.is_known(one)]
        return [one for one in unknown if not spills(knobs, dict(one.numbers))]

    def is_known(self, variant: LaunchVariant) -> bool:
        """Whether a variant was tried."""
        return variant in self.measured or variant in self.failed

    def together(self, base: LaunchVariant, faster: Sequence[LaunchVariant]) -> list[LaunchVariant]:
        """The changes of several variants of a base that were each faster than it, at once."""
        changes = [dict(set(variant.numbers) - set(base.numbers)) for variant in faster]
        pairs = [base.moved(*(one | other).items()) for one in changes[:3] for other in changes[:3]]
        every = {}
        for change in reversed(changes):
            every |= change
        unknown = dict.fromkeys([base.moved(*every.items()), *pairs])
        return [variant for variant in unknown if not self.is_known(variant)]

    # ---- trying ----

    def measure(self, variants: Sequence[LaunchVariant]) -> None:
        """Times variants that were prepared, by successive halving."""
        remaining = list(variants)
        for count, close in zip(CALLS, (*CLOSE, 1.0)):
            for variant in remaining:
                if sum(self.measured.get(variant, ())) > ENOUGH:
                    continue
                try:
                    self.measured.setdefault(variant, []).extend(self.stopwatch.times(variant, count))
                except Refused as refusal:
                    self.measured.pop(variant, None)
                    self.failed[variant] = str(refusal)
            ranking = self.ranking
            limit = close * self.milliseconds(ranking[0]) if ranking else 0.0
            remaining = [one for one in remaining if one in self.measured and self.milliseconds(one) <= limit]

    def try_all(self, variants: Sequence[LaunchVariant]) -> None:
        """Prepares and times variants that are not known yet."""
        if not variants:
            return
        began = self.clock()
        refused = self.stopwatch.prepare(variants)
        self.failed |= refused
        self.measure([variant for variant in variants if variant not in refused])
        if self.deadline:
            self.longest = max(self.longest, self.clock() - began)

    def step(self) -> bool:
        """One round around the front; whether anything new was tried."""
        bases = self.front
        around = [(base, self.neighbours(base)) for base in bases]
        batch = [variant for _, neighbours in around for variant in neighbours][: self.width]
        self.try_all(batch)
        for base, neighbours in around:
            limit = GAIN * self.milliseconds(base)
            tried = [one for one in neighbours if one in self.measured]
            faster = [one for one in tried if self.milliseconds(one) < limit]
            faster.sort(key=self.milliseconds)
            if len(faster) > 1 and self.has_time():
                self.try_all(self.together(base, faster))
        return bool(batch)

    def rounds(self) -> Iterator[None]:
        """Tries variants until the time is over or nothing new is near; yields after each round."""
        answers = range(len(self.knobs))
        written = [LaunchVariant(answer) for answer in answers]
        self.try_all([*dict.fromkeys([*written, *map(self.with_first_moves, answers)])])
        self.deadline = self.clock() + self.seconds
        yield
        while self.front and self.has_time() and self.step():
            yield

    def run(self) -> list[LaunchVariant]:
        """The ranking of what was tried in all rounds."""
        for _ in self.rounds():
            pass
        return self.ranking
