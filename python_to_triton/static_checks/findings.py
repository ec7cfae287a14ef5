"""What the static checks report, and what they raise."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """The first line of an answer that cannot be right, counted from 1, and the reason."""

    line: int
    reason: str


class FaultFound(Exception):
    """Ends a check: `fault` is what it found."""

    def __init__(self, line: int, reason: str):
        super().__init__(reason)
        self.fault = Fault(line, reason)


class NotFollowed(Exception):
    """The interpretation does not follow the text: it computes with unknown data, is too large, or takes
    long.
    """


# What abstract interpretation raises on a text that makes no sense, which the judge will say.
MALFORMED_ERRORS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    RuntimeError,
    MemoryError,
)
