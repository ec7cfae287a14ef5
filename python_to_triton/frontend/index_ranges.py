"""Ranges of integers that follow from sizes alone: positions that count up, distances between them.

No argument determines them, so they cannot be drawn within the bounds of an index: the sizes have to fit.
Shapes do not show this. `gather` along a dimension of 2 by positions up to 3 has the right shape, and raises.
"""

import math
from collections.abc import Mapping

import torch

from python_to_triton.frontend.sample_inputs import (
    CARRIERS,
    MOST_ASKED,
    counted_masks,
    required_of_operands,
)
from python_to_triton.frontend.values import Value, flatten_operands, is_number

Range = tuple[float, float]  # the least and the largest, both included
_ANY: Range = (-math.inf, math.inf)  # of numbers that sizes determine, by a logarithm, say

# Operations whose result is one of their operands' elements, after so many that are not.
_CHOICES = {"where": 1, "cat": 0, "stack": 0}


def _of_arange(value, count):
    """From start in equal steps; None where these are letters."""
    start, step = value.at["start"], value.at["step"]
    if not isinstance(start, int) or not isinstance(step, int):
        return None
    last = start + step * (count - 1)
    return min(start, last), max(start, last)


def _combined(op, ranges):
    """The range of an operation on two independent integers."""
    (low, high), (other_low, other_high) = ranges
    if op == "add":
        return low + other_low, high + other_high
    if op == "sub":
        return low - other_high, high - other_low
    if op == "mul":
        products = [x * y for x in (low, high) for y in (other_low, other_high)]
        return _ANY if any(map(math.isnan, products)) else (min(products), max(products))
    chosen = min if op == "minimum" else max
    return chosen(low, other_low), chosen(high, other_high)


def _of_result(value, operands, known):
    """The range of a value from those of its operands, of which each is known."""
    if value.op in CARRIERS or value.op in _CHOICES:
        chosen = operands[_CHOICES.get(value.op, 0) :] if value.op in _CHOICES else operands[:1]
        return min(low for low, _ in chosen), max(high for _, high in chosen)
    if value.op == "cumsum":
        (low, high), count = operands[0], known[id(value)].shape[value.at["dim"]]
        return min(low, low * count), max(high, high * count)
    if value.op == "neg":
        return -operands[0][1], -operands[0][0]
    if value.op == "abs":
        low, high = operands[0]
        return max(low, -high, 0), max(-low, high)
    if value.op == "clamp":
        low, high = operands[0]
        least, most = value.at["min"], value.at["max"]
        least = -math.inf if least is None else least
        most = math.inf if most is None else most
        return min(max(low, least), most), min(max(high, least), most)
    return _combined(value.op, operands)


_ARITHMETIC = {"abs", "clamp", "cumsum", "neg", "add", "sub", "mul", "minimum", "maximum"}
_COMPUTED = frozenset(CARRIERS) | _CHOICES.keys() | _ARITHMETIC


def integer_range(operand: object, known: Mapping[int, torch.Tensor]) -> Range | None:
    """The range of an operand that holds integers which sizes alone determine, or of positions that a mask of
    truths, or of zeros and ones, counts; None of any other.

    It may be wider than the integers are, where two operands depend on each other. `known` is {id of a Value:
    tensor without data} of all that it is computed from.
    """
    ranges: dict[int, Range | None] = {id(mask): (0, 1) for mask in counted_masks(operand)}

    def found(item):
        if is_number(item):
            return item, item
        if not isinstance(item, Value):
            return None
        if id(item) not in ranges:
            ranges[id(item)] = None  # while it is asked for
            ranges[id(item)] = of_value(item) if len(ranges) <= MOST_ASKED else None
        return ranges[id(item)]

    def of_value(value):
        tensor = known.get(id(value))
        if tensor is None or value.op == "argument":
            return None
        if tensor.dtype == torch.bool:  # whatever it asks
            return 0, 1
        if value.op == "arange":
            return _of_arange(value, tensor.numel())
        if value.op == "full":
            return found(value.at["value"])
        operands = list(flatten_operands(value.operands))
        skipped = _CHOICES.get(value.op, 0)  # a mask chooses, and is no integer
        of_each = [(0, 0)] * skipped + [found(item) for item in operands[skipped:]]
        if None in of_each:
            return None
        return _of_result(value, of_each, known) if value.op in _COMPUTED else _ANY

    return found(operand)


def indices_exceed(value: Value, known: Mapping[int, torch.Tensor]) -> bool:
    """Whether an operation reads, at indices which sizes alone determine, beyond the end of a dimension.

    `known` is {id of a Value: tensor without data} of the value and of all that it is computed from.
    """
    for operand, bound in required_of_operands(value, known):
        if isinstance(bound, int) and isinstance(operand, Value):
            found = integer_range(operand, known)
            if found is not None and bound <= found[1] < math.inf:
                return True
    return False
