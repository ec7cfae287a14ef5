"""Rules of what is made of places alone, and of pointwise operations. movement_rules.py says what a rule is.

Libraries compute tables, windows and masks so: the places of a dimension, some arithmetic, one more tensor.
"""

import math
from collections.abc import Sequence

import torch

from python_to_triton.codegen.movement_rules import (
    NotWritten,
    Size,
    minus,
    over,
    plus,
    size_of,
    times,
    writes,
)
from python_to_triton.frontend import Value
from python_to_triton.frontend.values import is_number

VALUE_RULES = {}  # op -> its rule, as MOVEMENT_RULES


# ---- what is made of places ----


@writes(VALUE_RULES, "full")
def _full(w, v, n):
    return [size_of(size) for size in v.at["shape"]], lambda at, mask: w.number(
        v.at["value"], w.dtypes[id(v)]
    )


@writes(VALUE_RULES, "arange")
def _arange(w, v, n):
    at = v.at
    if not all(isinstance(item, (int, str)) for item in (at["start"], at["end"], at["step"])):
        raise NotWritten("an arange of floats")
    begin, end, step = (size_of(at[name]) for name in ("start", "end", "step"))
    if str(step).startswith("-"):
        raise NotWritten("an arange downwards")
    count = over(plus(minus(end, begin), minus(step, 1)), step)
    return [count], lambda at, mask: str(plus(times(at[0], w.size(step)), w.size(begin)))


def _lane(place: Size) -> str:
    """A coordinate as a tensor of the kernel, where it is a number or a size too."""
    return str(plus("0 * offsets", place))


@writes(VALUE_RULES, "linspace")
def _linspace(w, v, n):
    """PyTorch counts from the nearer end."""
    start, end, steps = v.at["start"], v.at["end"], size_of(v.at["steps"])
    if not (is_number(start) and is_number(end) and w.dtypes[id(v)] == torch.float32):
        raise NotWritten("a linspace between sizes")

    def read(at, mask):
        step = w.size(f"({float(end)!r} - {float(start)!r}) / max({steps} - 1, 1)", "S")
        place = w.let(_lane(at[0]), "place")
        behind = w.let(str(minus(minus(w.size(steps), 1), place)), "place")
        first, last = (f"{place} * {step} + {float(start)!r}", f"{float(end)!r} - {behind} * {step}")
        return f"tl.where({place} < {w.size(over(steps, 2))}, {first}, {last})"

    return [steps], read


@writes(VALUE_RULES, "eye")
def _eye(w, v, n):
    rows = size_of(v.at["n"])
    columns = rows if v.at["m"] is None else size_of(v.at["m"])
    return [rows, columns], lambda at, mask: _as(f"{_lane(at[0])} == {at[1]}", w.dtypes[id(v)])


@writes(VALUE_RULES, "one_hot")
def _one_hot(w, v, n):
    x = v.operands[0]
    return [*n, size_of(v.at["num_classes"])], lambda at, mask: _as(
        f"{w.read(x, at[:-1], mask)} == {at[-1]}", torch.int64
    )


# ---- pointwise operations ----

# {0} and {1} are operands
POINTWISE = {
    **{op: f"{{0}} {sign} {{1}}" for op, sign in (("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/"))},
    **{op: f"{{0}} {sign} {{1}}" for op, sign in (("eq", "=="), ("ne", "!="), ("gt", ">"), ("ge", ">="))},
    **{op: f"{{0}} {sign} {{1}}" for op, sign in (("lt", "<"), ("le", "<="))},
    "logical_not": "{0} == 0",
    "logical_and": "({0} != 0) & ({1} != 0)",
    "logical_or": "({0} != 0) | ({1} != 0)",
    "logical_xor": "({0} != 0) ^ ({1} != 0)",
    "neg": "-{0}",
    "abs": "tl.abs({0})",
    "square": "{0} * {0}",
    "relu": "tl.where({0} < 0, 0, {0})",
    "exp": "tl.exp({0})",
    "exp2": "tl.exp2({0})",
    "log": "tl.log({0})",
    "log2": "tl.log2({0})",
    "sin": "tl.sin({0})",
    "cos": "tl.cos({0})",
    "sqrt": "tl.sqrt({0})",
    "rsqrt": "1 / tl.sqrt({0})",
    "reciprocal": "1 / {0}",
    "sigmoid": "1 / (1 + tl.exp(-{0}))",
    "silu": "{0} / (1 + tl.exp(-{0}))",
    "tanh": "2 / (1 + tl.exp(-2 * {0})) - 1",
    "erf": "tl.erf({0})",
    "floor": "tl.floor({0})",
    "ceil": "tl.ceil({0})",
    "trunc": "tl.where({0} < 0, tl.ceil({0}), tl.floor({0}))",
    "pow": "tl.exp2(tl.log2({0}) * {1})",
    "maximum": "tl.maximum({0}, {1}, propagate_nan=tl.PropagateNan.ALL)",
    "minimum": "tl.minimum({0}, {1}, propagate_nan=tl.PropagateNan.ALL)",
    "fmod": "{0} % {1}",  # Triton's remainder has the sign of the dividend
    "where": "tl.where({0}, {1}, {2})",
    "to": "{0}",
}
OTHER_POINTWISE = ("floor_divide", "remainder", "clamp")  # whose expression depends on more than operands
_HALVES = (torch.float16, torch.bfloat16)
# The remainder of a division, with the sign of the dividend, as one with the sign of the divisor
_REMAINDER = "tl.where(({0} != 0) & (({0} < 0) != ({1} < 0)), {0} + {1}, {0})"


def _as(condition: str, dtype: torch.dtype) -> str:
    """A condition as the numbers 0 and 1 of a dtype."""
    return f"({condition})" if dtype == torch.bool else f"({condition}).to({_name(dtype)})"


def _name(dtype: torch.dtype) -> str:
    """The name of a dtype in a kernel."""
    return str(dtype).replace("torch", "tl")


def _clamped(w, v, x: str) -> str:
    """An element between the limits of a clamp; NaN stays."""
    dtype = w.dtypes[id(v)]
    for name, sign in (("min", "<"), ("max", ">")):
        if v.at[name] is not None:
            x = w.let(x, "x")
            limit = w.number(v.at[name], None if dtype.is_floating_point else dtype)
            x = f"tl.where({x} {sign} {limit}, {limit}, {x})"
    return x


def _result(w, v, elements: list[str]) -> str:
    """The expression of a pointwise value over its operands' elements."""
    is_float = w.dtypes[id(v)].is_floating_point
    if v.op == "pow" and is_number(v.operands[0]) and v.operands[0] > 0:
        return f"tl.exp2({elements[1]} * {math.log2(v.operands[0])!r})"
    if v.op == "clamp":
        return _clamped(w, v, elements[0])
    if v.op == "remainder":
        return _REMAINDER.format(w.let(f"{elements[0]} % {elements[1]}", "x"), elements[1])
    if v.op == "floor_divide" and is_float:
        return f"tl.floor({elements[0]} / {elements[1]})"
    if v.op == "floor_divide":  # of integers: Triton's division rounds towards 0
        pattern = "{0} // {1} - tl.where(({0} % {1} != 0) & (({0} < 0) != ({1} < 0)), 1, 0)"
        return pattern.format(*elements)
    return POINTWISE[v.op].format(*elements)


def broadcast_sizes(w, tensors: Sequence[Value]) -> list[Size]:
    """The sizes of what values broadcast to, by the writer of a kernel."""
    shape = []
    for place in range(max(len(w.shape(x)) for x in tensors)):
        sizes = [w.shape(x)[-1 - place] for x in tensors if place < len(w.shape(x))]
        shape.insert(0, next((size for size in sizes if size != 1), 1))
    return shape


def _element(w, operand, at, mask: str) -> str:
    """An operand's element as what a pointwise operation computes with: halves in float32."""
    if not isinstance(operand, Value):
        return f"({w.number(operand)})"
    x = w.at(operand, at, mask)
    dtype = w.dtypes[id(operand)]
    if operand.op == "full" and dtype.is_floating_point:  # a function of a number needs a tensor
        return f"({_lane(x)}).to(tl.float32)"
    return f"{w.let(x, 'x')}.to(tl.float32)" if dtype in _HALVES else f"({w.let(x, 'x')})"


@writes(VALUE_RULES, *POINTWISE, *OTHER_POINTWISE)
def _pointwise(w, v, n):
    if v.at.get("rounding_mode"):
        raise NotWritten("a rounded division")
    dtype = w.dtypes[id(v)]

    def read(at, mask):
        result = _result(w, v, [_element(w, operand, at, mask) for operand in v.operands])
        if v.op == "to" and dtype == torch.bool:
            return f"({result}) != 0"
        is_cast = v.op == "to" or dtype in _HALVES
        return f"({result}).to({_name(dtype)})" if is_cast else f"({result})"

    return broadcast_sizes(w, list(v.inputs())), read
