"""Watched numbers: floats that note whether a program decides something by their value.

A program that computes with `eps` is the same program for another eps. One that asks `if eps > 0.1` may not
be. A Watched behaves as the float that it is, and notes every question that Python code asks about it:
against what numbers it is compared, and whether anything is decided otherwise (by its truth, an integer made
of it, a comparison of what was computed from it in Python). PyTorch's operators receive the plain number.
"""

from dataclasses import dataclass, field


@dataclass
class NumberWatch:
    """What a program asked about a number."""

    number: float
    thresholds: set[float] = field(default_factory=set)  # the numbers that it was itself compared with
    decided: bool = False  # whether anything else depends on it

    def interval(self, largest: float) -> tuple[float, float] | None:
        """(low, high): between them, both left out, every question has the same answer; None where unknown.

        Args:
            largest: of the numbers to be considered, positive or negative.
        """
        if self.decided or self.number in self.thresholds:
            return None
        below = [t for t in self.thresholds if t < self.number]
        above = [t for t in self.thresholds if t > self.number]
        return max([-largest, *below]), min([largest, *above])


class Watched(float):
    """A float with the NumberWatches of the numbers that it was computed from."""

    __hash__ = float.__hash__

    def __new__(cls, number: float, watches: tuple[NumberWatch, ...], computed: bool = True):
        made = super().__new__(cls, number)
        made.watches = watches
        made.computed = computed  # from a watched number, which it is not itself
        return made

    def note(self, others: tuple) -> None:
        """Notes a question about this number and others."""
        plain = [float(other) for other in others if isinstance(other, (int, float))]
        for watch in self.watches:
            if self.computed or not plain or any(isinstance(other, Watched) for other in others):
                watch.decided = True
            watch.thresholds.update(plain)


def _plain(number):
    return float(number) if isinstance(number, Watched) else number


def _arithmetic(name):
    compute = getattr(float, name)

    def method(self, *others):
        result = compute(float(self), *map(_plain, others))
        if type(result) is not float:
            return result  # NotImplemented: a tensor's own method follows
        watches = {id(w): w for one in (self, *others) if isinstance(one, Watched) for w in one.watches}
        return Watched(result, tuple(watches.values()))

    return method


def _question(name):
    decide = getattr(float, name)

    def method(self, *others):
        result = decide(float(self), *map(_plain, others))
        if result is not NotImplemented:
            self.note(others)
            for other in others:
                if isinstance(other, Watched):
                    other.note((self,))
        return result

    return method


_SYMBOLS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
_ARITHMETIC = [f"__{side}{symbol}__" for side in ("", "r") for symbol in _SYMBOLS]
_UNARY = ("__neg__", "__pos__", "__abs__")
_COMPARISONS = [f"__{symbol}__" for symbol in ("lt", "le", "eq", "ne", "gt", "ge")]
_CONVERSIONS = ("__bool__", "__int__", "__trunc__", "__round__", "__floor__", "__ceil__", "is_integer", "hex")

for _name in (*_ARITHMETIC, *_UNARY):
    setattr(Watched, _name, _arithmetic(_name))
for _name in (*_COMPARISONS, *_CONVERSIONS):
    setattr(Watched, _name, _question(_name))


def watched(number: float) -> tuple[Watched, NumberWatch]:
    """A number, and the NumberWatch that notes what is asked about it and about what is computed from it."""
    watch = NumberWatch(float(number))
    return Watched(number, (watch,), computed=False), watch
