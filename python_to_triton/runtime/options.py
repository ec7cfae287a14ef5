"""How a program is to be translated, and what its module may leave to PyTorch."""

from dataclasses import dataclass

FALLBACKS = ("none", "pytorch")


@dataclass(frozen=True)
class TranslationOptions:
    """Choices of the user that change what is written."""

    fallback: str = "none"  # where a guard fails: "none" raises, "pytorch" runs the original program
    partial: bool = False  # regions without an answer stay PyTorch calls, named in header and report
    backward: bool = False  # a backward is translated too, so that the module trains
    evaluate: bool = False  # the module is translated as after .eval(), and in that mode alone

    def __post_init__(self):
        if self.fallback not in FALLBACKS:
            raise ValueError(f"fallback is {' or '.join(FALLBACKS)}, not {self.fallback!r}")


DEFAULT_OPTIONS = TranslationOptions()
