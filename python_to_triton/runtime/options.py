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
    # seconds a region in which its launches are timed on a GPU; None: what is usual
    tune: float | None = None
    fastest: bool = False  # a region in which eager PyTorch is faster is left to it

    def __post_init__(self):
        if self.fallback not in FALLBACKS:
            raise ValueError(f"fallback is {' or '.join(FALLBACKS)}, not {self.fallback!r}")
        if self.tune is not None and not 0 <= self.tune < math.inf:
            raise ValueError(f"tune is a number of seconds from 0 on, not {self.tune}")
        if self.fastest and self.tune == 0:
            raise ValueError("--fastest needs times: add --tune SECONDS")


DEFAULT_OPTIONS = TranslationOptions()
