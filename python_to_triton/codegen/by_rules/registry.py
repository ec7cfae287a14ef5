"""The register of the rules by which kernels are written, and what rules share.

A rule of RULES says, of one operation, the sizes of its result, and where an element of that comes from:

    rule(w, v, n) -> sizes, element         w: the ElementWriter; v: the Value; n: sizes of its first operand
    element(at, mask) -> expression         at: coordinates in the result; mask: of the lanes that need it

So the rule of `flip(a0, dim=[-1])` returns n, and an element that reads a0 at [i0, D - 1 - i1] of [i0, i1].

A rule of ADDING_RULES says instead where each element goes that is added to a tensor (index_rules.py):

    rule(w, v) -> sizes, place, element     sizes of what is added; the coordinates of a place in the result
"""

from collections.abc import Callable, Sequence

from python_to_triton.codegen.by_rules.size_arithmetic import Size, as_size, least, minus, over, plus
from python_to_triton.frontend import Value

# How the docstring of every kernel begins that is written by rules.
MARK = "Written by rules, not by the model"

# name of an operation -> its rule
RULES: dict[str, Callable] = {}
ADDING_RULES: dict[str, Callable] = {}


class NotWritten(Exception):
    """No rule says how an operation computes its elements."""


def writes(*ops: str) -> Callable:
    """Registers a rule for these operations: rule(w, v, n) -> (sizes, element), as above."""

    def register(rule):
        RULES.update(dict.fromkeys(ops, rule))
        return rule

    return register


def moves(*ops: str) -> Callable:
    """Registers a rule for operations each of whose elements is one of the first operand's.

    The rule returns the sizes, and a function from coordinates of the result to those of the operand.
    """

    def register(function):
        def rule(w, v, n):
            shape, back = function(w, v, n)
            return shape, lambda at, mask: w.read(v.operands[0], back(list(at)), mask)

        return writes(*ops)(rule)

    return register


def adds(*ops: str) -> Callable:
    """Registers a rule for operations that add at places: rule(w, v) -> (sizes, place, element), as above."""

    def register(rule):
        ADDING_RULES.update(dict.fromkeys(ops, rule))
        return rule

    return register


# ---- attributes of operations ----


def fixed_number(value: Value, name: str) -> int:
    """An attribute that is a number. Raises NotWritten where it is computed from sizes."""
    number = value.at[name]
    if not isinstance(number, int):
        raise NotWritten(f"{value.op} with {name}={number}")
    return number


def listed(item: object, count: int = 1) -> list:
    """An attribute that is one number for all of `count` dimensions, or a tuple, as a list."""
    items = list(item) if isinstance(item, tuple) else [item]
    return items * count if len(items) == 1 else items


def with_item(items: Sequence, dim: int, item: object) -> list:
    """A copy of coordinates, or sizes, with another in dimension `dim`."""
    items = list(items)
    items[dim] = item
    return items


def from_end(n: Size, place: object) -> Size:
    """A place in a dimension of n elements, counted from its begin."""
    place = as_size(place)
    return plus(n, place) if str(place).startswith("-") else place


def part_of_dimension(n: Size, v: Value) -> tuple[Size, Size]:
    """(begin, number of elements) of a part of a dimension, every `step`-th of it."""
    begin = from_end(n, v.at["start"])
    end = n if v.at["end"] is None else from_end(n, v.at["end"])
    step = fixed_number(v, "step")
    if v.at["end"] is None and isinstance(v.at["start"], int) and v.at["start"] < 0:
        return begin, over(step - 1 - v.at["start"], step)  # the last places, as many as they say
    end = end if str(v.at["end"]).startswith("-") else least(end, n)
    count = over(plus(minus(end, begin), step - 1), step)
    may_be_beyond = isinstance(begin, int) and begin > 1 and isinstance(count, str)
    return begin, f"max({count}, 0)" if may_be_beyond else count
