"""What canonicalisation rules are written with: their register, and patterns of expressions."""

import collections
import math
from collections.abc import Callable, Iterator

from python_to_triton.frontend.values import Value, is_number

# op -> its rules, in the order in which they are tried
RULES = collections.defaultdict(list)


def canonicalizes(*ops: str) -> Callable:
    """Registers a rule for values of these operations.

    A rule is called as rule(g, uses, value): `g` is the GraphBuilder, `uses` counts the readers of every
    value by its id. It returns the simpler Value, or None.
    """

    def register(rule):
        for op in ops:
            RULES[op].append(rule)
        return rule

    return register


def is_op(item: object, *ops: str) -> bool:
    """Whether an operand is a value of one of these operations."""
    return isinstance(item, Value) and item.op in ops


def is_close(item: object, number: float) -> bool:
    """Whether a constant is this number as far as float32 can tell."""
    return is_number(item) and math.isclose(item, number, rel_tol=6e-8)


def factors_of(item: object) -> list:
    """The factors of a product, numbers among them: [x, 2, 1/sqrt(2)] of x * 2 / sqrt(2)."""
    if is_op(item, "mul"):
        return [f for operand in item.operands for f in factors_of(operand)]
    if is_op(item, "div") and not item.attributes and is_number(item.operands[1]) and item.operands[1]:
        return [*factors_of(item.operands[0]), 1 / item.operands[1]]
    if is_op(item, "neg"):
        return [-1, *factors_of(item.operands[0])]
    return [item]


def monomial(item: object) -> tuple[float, list[int]]:
    """(constant, sorted ids of the tensors) of a product. Powers are opened: x ** 3 is x three times."""
    constant = 1.0
    tensors = []
    for factor in factors_of(item):
        if is_number(factor):
            constant *= factor
        elif is_op(factor, "square"):
            tensors += 2 * monomial(factor.operands[0])[1]
        elif is_op(factor, "pow") and factor.operands[1] == 3:
            tensors += 3 * monomial(factor.operands[0])[1]
        else:
            tensors.append(id(factor))
    return constant, sorted(tensors)


def is_monomial(item: object, constant: float, tensors: list[int]) -> bool:
    """Whether a value is `constant` times the tensors with these ids."""
    own_constant, own_tensors = monomial(item)
    return is_close(own_constant, constant) and own_tensors == sorted(tensors)


def other_term(item: object, number: float) -> Value | None:
    """x where `item` is x + number; None where it is not such a sum."""
    is_sum = is_op(item, "add") and len(item.operands) == 2 and is_close(item.operands[1], number)
    return item.operands[0] if is_sum else None


def operand_pairs(value: Value) -> Iterator[tuple[Value, Value]]:
    """Both orders of a value's two operands, where both are tensors; nothing else."""
    if all(isinstance(o, Value) for o in value.operands):
        yield from (value.operands, value.operands[::-1])


def is_trailing(x: Value, dim: int | tuple[int, ...] | None) -> bool:
    """Whether `dim` names the last dimensions of x, or all."""
    dims = (dim,) if isinstance(dim, int) else tuple(dim or range(-x.rank, 0))
    return dims == tuple(range(-len(dims), 0))
