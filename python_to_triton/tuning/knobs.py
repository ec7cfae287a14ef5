"""Numbers in an answer's text that may be exchanged, and where they stand."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# Roles of knobs
DIVISIONS = "divisions"  # the bits in which offsets are divided
MULTIPLES = "multiples"  # the most that sizes say they are multiples of
KNOWN = "known"  # whether sizes are told as constants
# of a kernel with tl.dot
TILE = "tile"  # a side of the block of its result
LOOP = "loop"  # the step of its loop, in elements
LOOP_BYTES = "loop bytes"  # the same in bytes
OPERANDS = "operands"  # the precision in which tl.dot gets what is loaded
FACTS = (DIVISIONS, MULTIPLES, KNOWN)  # that a launch knows and its kernel does not
TRIED_FIRST = (*FACTS, OPERANDS)  # before the search, which goes on with what is faster


@dataclass(frozen=True)
class Edit:
    """A stretch of a line that is replaced by `form`, its {} by a number; an empty one inserts."""

    line: int  # from 1
    start: int  # in bytes of the line
    end: int
    form: str = "{}"
    closes: bool = False  # what stands before it: of what is inserted at one place it stands first


@dataclass(frozen=True)
class Knob:
    """A number that may be changed: as it is written, what it may be, and where it stands."""

    name: str
    value: int | None  # None: the host computes it, or it is not written
    values: tuple[int, ...]
    edits: tuple[Edit, ...]
    role: str = ""  # DIVISIONS, MULTIPLES, KNOWN, TILE, LOOP, LOOP_BYTES or OPERANDS
    unknown: str = "computed"  # what is said of a value that is None

    def neighbours(self, value: int | None) -> tuple[int, ...]:
        """The next smaller and the next larger value; of one that is None all values."""
        if value is None:
            return self.values
        smaller = [one for one in self.values if one < value]
        larger = [one for one in self.values if one > value]
        return (*smaller[-1:], *larger[:1])


@dataclass(frozen=True)
class KnownOfLaunch:
    """What is known of a launch beyond its text.

    Attributes:
        is_half: whether its tensors are of half precision
        may_walk: whether the answer has no other kernel, so that this one has the rows that are many, and
            each of its launches has a program a row
        is_only: whether the kernel has no other launch
        sizes: as of known_sizes.known_sizes
    """

    is_half: bool
    may_walk: bool
    is_only: bool
    sizes: Mapping[str, int] | str


def edit_of(node: ast.expr, form: str = "{}") -> Edit:
    """Where a node stands. One of several lines has no such place: its edit ends before it starts."""
    end = node.end_col_offset if node.lineno == node.end_lineno else -1
    return Edit(node.lineno, node.col_offset, end, form)


def is_on_one_line(knob: Knob) -> bool:
    """Whether every place of a knob can be edited: see edit_of."""
    return all(edit.start <= edit.end for edit in knob.edits)


def after_last_argument(call: ast.Call, lines: Sequence[bytes]) -> bytes:
    """What stands between the last argument of a call and its closing bracket, without comments."""
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    last = max(arguments, key=lambda one: (one.end_lineno, one.end_col_offset))
    stretch = list(lines[last.end_lineno - 1 : call.end_lineno])
    stretch[-1] = stretch[-1][: call.end_col_offset - 1]
    stretch[0] = stretch[0][last.end_col_offset :]
    return b"".join(line.partition(b"#")[0] for line in stretch)


def insertion(call: ast.Call, option: str, lines: Sequence[bytes]) -> Edit:
    """Where an option goes that a call does not have, and others with it: before its closing bracket."""
    end = call.end_col_offset - 1
    has_arguments = call.args or call.keywords
    needs_comma = has_arguments and b"," not in after_last_argument(call, lines)
    return Edit(call.end_lineno, end, end, f", {option}={{}}" if needs_comma else f"{option}={{}}, ")
