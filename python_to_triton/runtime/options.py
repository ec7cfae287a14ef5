"""How a program is to be translated, and what its module may leave to PyTorch."""

import math
from dataclasses import dataclass

FALLBACKS = ("none", "pytorch")


@dataclass(frozen=True)
class TranslationOptions:
    """Choices of the user that change what is written."""

    fallback: str = "none"  # where a guard fails: "none" raises, "pytorch" runs the original program
    partial: bool = False  # regions without an answer stay PyTorch calls, named in header and report
    backward: bool = False  # a backward is translated too, so that the module trains
    evaluate: bool = False  # the module is translated as after .eval(), and in that mode alone
    # Seconds a region in which its launches are timed; None: a little where there is a GPU; 0: none.
    tune: float | None = None
    fastest: bool = False  # a region in which eager PyTorch is faster is left to it

    def __post_init__(self):
        if self.fallback not in FALLBACKS:
            raise ValueError(f"fallback is {' or '.join(FALLBACKS)}, not {self.fallback!r}")
        if self.tune is not None and not 0 <= self.tune < math.inf:
            raise ValueError(f"tune is a number of seconds from 0 on, not {self.tune}")
        if self.fastest and self.tune == 0:
            raise ValueError("fastest asks for times, and tune 0 for none: give one of them")


DEFAULT_OPTIONS = TranslationOptions()
