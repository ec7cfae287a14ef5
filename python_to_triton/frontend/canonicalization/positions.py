"""Positions: integers that count along dimensions, from which libraries make the masks of a language model.

    p = arange(n);  p[None] - p[None]                   zeros, of that shape
    (p[1:] - p[:-1] != 1).cumsum(0)                     zeros
    mask & ones(n)[p].bool()                            mask
    p.expand(b, n)[arange(b)[:, None], p[None]]         p, expanded

A Line is an affine function of the index: at (i, j) it is `offset + slope_0 * i + slope_1 * j`. A Line whose
slopes are all 0 is a constant, and a Line that is indexed by Lines is a Line again.
"""

import math

import torch

from python_to_triton.frontend.canonicalization.matching import canonicalizes, operand_pairs
from python_to_triton.frontend.values import Value, is_number
from python_to_triton.frontend.vocabulary import GraphError

Line = tuple[int, tuple[int, ...]]  # the offset, and the slope along each dimension

# {dtype: the largest whole number up to which it holds all}. Floats count, too: a mask of ones, summed, gives
# the positions of a text.
_LARGEST = {torch.int64: 2**63 - 1, torch.int32: 2**31 - 1, torch.bool: 1, torch.float32: 2**24}

_LONGEST = 60  # operations that are looked at for one


def _along(line, shape, rank):
    """A line of this shape, broadcast to `rank` dimensions. The slope along a dimension of one place is 0."""
    offset, slopes = line
    kept = tuple(slope if n > 1 else 0 for slope, n in zip(slopes, shape))
    return offset, (0,) * (rank - len(kept)) + kept


def _total(one, other, sign=1):
    return one[0] + sign * other[0], tuple(a + sign * b for a, b in zip(one[1], other[1]))


def _range(line, shape):
    """The least and the largest of what is on a line."""
    offset, slopes = line
    ends = [slope * (n - 1) for slope, n in zip(slopes, shape)]
    return offset + sum(min(end, 0) for end in ends), offset + sum(max(end, 0) for end in ends)


def _of_operand(operand, rank, known):
    """The line of an operand, along the dimensions of its reader."""
    if is_number(operand):
        is_whole = math.isfinite(operand) and operand == int(operand)
        is_zero_below = operand == 0 and math.copysign(1, operand) < 0
        return (int(operand), (0,) * rank) if is_whole and not is_zero_below else None
    line = line_of(operand, known) if isinstance(operand, Value) else None
    return line and _along(line, operand.shape, rank)


def _of_arithmetic(value, known):
    one, other = (_of_operand(operand, value.rank, known) for operand in value.operands)
    if one is None or other is None:
        return None
    if value.op != "mul":
        return _total(one, other, 1 if value.op == "add" else -1)
    if any(one[1]) and any(other[1]):
        return None
    (factor, _), (offset, slopes) = (other, one) if any(one[1]) else (one, other)
    return factor * offset, tuple(factor * slope for slope in slopes)


_COMPARED = {
    "eq": lambda n: n == 0,
    "ne": lambda n: n != 0,
    "gt": lambda n: n > 0,
    "ge": lambda n: n >= 0,
    "lt": lambda n: n < 0,
    "le": lambda n: n <= 0,
}


def _difference(value, known):
    """The line of what is compared with 0."""
    one, other = (_of_operand(operand, value.rank, known) for operand in value.operands)
    return None if one is None or other is None else _total(one, other, -1)


def _of_comparison(value, known):
    line = _difference(value, known)
    return None if line is None or any(line[1]) else (int(_COMPARED[value.op](line[0])), line[1])


def _of_view(value, known):
    x = value.operands[0]
    line = line_of(x, known)
    if line is None:
        return None
    offset, slopes = _along(line, x.shape, x.rank)
    if value.op == "expand":
        return _along((offset, slopes), x.shape, value.rank)
    if value.op == "unsqueeze":
        place = value.at["dim"] % value.rank
        return offset, (*slopes[:place], 0, *slopes[place:])
    if value.op == "transpose":
        order = list(range(x.rank))
        one, other = value.at["dim0"], value.at["dim1"]
        order[one], order[other] = order[other], order[one]
        return offset, tuple(slopes[dim] for dim in order)
    place = value.at["dim"] % x.rank  # of a slice
    start, _, step = slice(value.at["start"], value.at["end"], value.at["step"]).indices(x.shape[place])
    sliced = slopes[place] * step
    return offset + slopes[place] * start, (*slopes[:place], sliced, *slopes[place + 1 :])


def _of_joined(value, known):
    """Of parts, where each goes on where the one before ends. A part of one place may have any slope, so it
    takes that of the longest part.
    """
    place = value.at["dim"] % value.rank
    parts = [(one, line_of(one, known)) for one in value.operands[0]]
    if any(line is None for _, line in parts):
        return None
    longest, line = max(parts, key=lambda part: part[0].shape[place])
    slope = line[1][place]
    first = None
    start = 0
    for one, (offset, slopes) in parts:
        own = slope if one.shape[place] == 1 else slopes[place]
        found = offset - slope * start, (*slopes[:place], own, *slopes[place + 1 :])
        if own != slope or first not in (None, found):
            return None
        first = found
        start += one.shape[place]
    return first


def _of_sum(value, known):
    """Of numbers that are equal everywhere, counted along a dimension."""
    line = line_of(value.operands[0], known)
    if line is None or any(line[1]) or not value.rank:
        return None
    slopes = [0] * value.rank
    slopes[value.at["dim"]] = line[0]
    return line[0], tuple(slopes)


def _of_indexed(value, known):
    """Of a tensor of positions, read at positions along all of its dimensions."""
    x, indices = value.operands
    line = line_of(x, known)
    if line is None or len(indices) != x.rank or not all(isinstance(index, Value) for index in indices):
        return None
    found = line[0], (0,) * value.rank
    for index, slope, n in zip(indices, line[1], x.shape):
        places = line_of(index, known)
        if places is None or index.dtype == torch.bool:
            return None
        low, high = _range(places, index.shape)
        if low < 0 or high >= n:
            return None
        offset, slopes = _along(places, index.shape, value.rank)
        found = _total(found, (slope * offset, tuple(slope * each for each in slopes)))
    return found


def _of_factory(value, known):
    if value.op == "full":
        return _of_operand(value.at["value"], value.rank, known)
    start, step = value.at["start"], value.at["step"]
    return (start, (step,)) if isinstance(start, int) and isinstance(step, int) else None


def _of_cast(value, known):
    line = line_of(value.operands[0], known)
    if line is None or value.dtype != torch.bool:
        return line
    return None if any(line[1]) else (int(line[0] != 0), line[1])


_LINES = dict.fromkeys(("full", "arange"), _of_factory)
_LINES |= dict.fromkeys(("expand", "unsqueeze", "transpose", "slice"), _of_view)
_LINES |= dict.fromkeys(("add", "sub", "mul"), _of_arithmetic) | dict.fromkeys(_COMPARED, _of_comparison)
_LINES |= {"cat": _of_joined, "cumsum": _of_sum, "index": _of_indexed, "to": _of_cast}


def _is_off_lines(value):
    """Whether an operation or a dtype that has no line decides that a value has none, however few operations
    are looked at. It is noted at the value: a long recurrence asks at every step.
    """
    waiting = [value]
    while waiting:
        one = waiting[-1]
        operands = list(one.inputs()) if one.off_lines is None and one.op in _LINES else ()
        unknown = [operand for operand in operands if operand.off_lines is None]
        if unknown:
            waiting += unknown
            continue
        if one.off_lines is None:
            known = one.op in _LINES and one.dtype in _LARGEST
            one.off_lines = not known or any(operand.off_lines for operand in operands)
        waiting.pop()
    return value.off_lines


def line_of(value: Value, known: dict[int, Line | None] | None = None) -> Line | None:
    """The line of whole numbers, or booleans as 0 and 1, that no input decides; None of any other value, and
    of numbers that its dtype does not hold.

    known: {id of a value: its line} of those that were asked for before; there are at most _LONGEST.
    """
    if known is None:
        if _is_off_lines(value):
            return None
        known = {}
    if id(value) not in known and len(known) < _LONGEST and value.op in _LINES and value.dtype in _LARGEST:
        known[id(value)] = None
        line = _LINES[value.op](value, known)
        if line is not None and 0 not in value.shape:
            line = _along(line, value.shape, value.rank)
            fits = max(map(abs, _range(line, value.shape))) <= _LARGEST[value.dtype]
            known[id(value)] = line if fits else None
    return known.get(id(value))


def shows_its_past(condition: Value) -> bool:
    """Whether a comparison of positions holds at (..., i, j) where j is not above i."""
    if condition.op not in ("ge", "gt") or condition.rank < 2:
        return False
    line = _difference(condition, {})
    offset = {"ge": 0, "gt": 1}[condition.op]
    return line == (offset, (*[0] * (condition.rank - 2), 1, -1))


def _column(n, dim, rank):
    shape = [1] * rank
    shape[dim] = n
    return tuple(shape)


def _counted_dim(slopes):
    """The dimension along which a line counts by 1, where it has no other slope; else None."""
    sloping = [dim for dim, slope in enumerate(slopes) if slope]
    return sloping[0] if len(sloping) == 1 and slopes[sloping[0]] == 1 else None


@canonicalizes("add", "sub", "mul", "cumsum", "index", "to", *_COMPARED)
def _without_data(g, uses, value):
    """Positions that are a number everywhere, or that are read of positions, as the factory of them."""
    line = line_of(value)
    if line is None:
        return None
    offset, slopes = line
    if not any(slopes):
        number = bool(offset) if value.dtype == torch.bool else offset
        return g("full", shape=value.shape, value=number, dtype=value.dtype)
    dim = _counted_dim(slopes)
    if value.op not in ("index", "cumsum") or dim is None:
        return None
    n = value.shape[dim]
    made = g("arange", start=offset, end=offset + n, dtype=value.dtype)
    return g("expand", g("reshape", made, shape=_column(n, dim, value.rank)), shape=value.shape)


@canonicalizes("logical_and", "logical_or")
def _with_a_truth(g, uses, value):
    """mask & True and mask | False as the mask, mask & False and mask | True as the constant."""
    for one, other in operand_pairs(value):
        line = line_of(one)
        if line is None or any(line[1]) or other.dtype != torch.bool:
            continue
        keeps_the_other = bool(line[0]) == (value.op == "logical_and")
        if keeps_the_other:
            return other if other.shape == value.shape else g("expand", other, shape=value.shape)
        return g("full", shape=value.shape, value=bool(line[0]), dtype=torch.bool)
    return None


@canonicalizes("embedding")
def _rows_at_positions(g, uses, value):
    """Rows of a table that are counted along one dimension, as a slice of it. GraphError beyond its end."""
    index, table = value.operands
    offset, slopes = line_of(index) or (0, ())
    dim = _counted_dim(slopes)
    if dim is None:
        return None
    n = index.shape[dim]
    last = offset + n - 1
    if offset < 0 or last >= table.shape[0]:  # PyTorch says so only where there are data
        raise GraphError(f"rows {offset} to {last} of an embedding of {table.shape[0]} rows")
    rows = g("slice", table, dim=0, start=offset, end=offset + n)
    shape = (*_column(n, dim, index.rank), table.shape[1])
    return g("expand", g("reshape", rows, shape=shape), shape=value.shape)
