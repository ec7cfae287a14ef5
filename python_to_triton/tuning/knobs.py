"""Numbers in an answer's text that may be exchanged, and where they stand."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

# What a block is of a kernel with tl.dot: a side of its result, or the step of its loop, as it is written in
# elements or in bytes. What else is searched with tiles: in which precision tl.dot gets what is loaded.
TILE, LOOP, LOOP_BYTES, OPERANDS = "tile", "loop", "loop bytes", "operands"


@dataclass(frozen=True)
class Edit:
    """A stretch of a line that is replaced by `form` with a number in it; an empty one is an insertion."""

    line: int  # from 1
    start: int  # in bytes
    end: int
    form: str = "{}"


@dataclass(frozen=True)
class Knob:
    """A number that may be changed: as it is written, what it may be, and where it stands."""

    name: str
    value: int | None  # None: the host computes it, or it is not written
    values: tuple[int, ...]
    edits: tuple[Edit, ...]
    role: str = ""  # TILE, LOOP, LOOP_BYTES or OPERANDS
    unknown: str = "computed"  # what is said of a value that is None

    def neighbours(self, value: int | None) -> tuple[int, ...]:
        """The next smaller and the next larger value; of one that is None all values."""
        if value is None:
            return self.values
        smaller = [one for one in self.values if one < value]
        larger = [one for one in self.values if one > value]
        return (*smaller[-1:], *larger[:1])


def edit_of(node: ast.expr, form: str = "{}") -> Edit:
    """Where a node stands; it is on one line."""
    return Edit(node.lineno, node.col_offset, node.end_col_offset, form)


def insertion(call: ast.Call, option: str, lines: Sequence[bytes]) -> Edit:
    """Where an option goes that a call does not have, and others with it: before its closing bracket."""
    end = call.end_col_offset - 1
    before = b"".join(lines[: call.end_lineno - 1]) + lines[call.end_lineno - 1][:end]
    has_comma = before.rstrip().endswith((b",", b"("))
    return Edit(call.end_lineno, end, end, f"{option}={{}}, " if has_comma else f", {option}={{}}")
