"""Rules of pointwise operations: an element is an expression over the elements of the operands there."""

import math

import torch

from python_to_triton.codegen.by_rules.function_rules import FUNCTIONS
from python_to_triton.codegen.by_rules.kernel_expressions import HALVES, triton_name
from python_to_triton.codegen.by_rules.registry import NotWritten, writes
from python_to_triton.codegen.by_rules.size_arithmetic import modulo
from python_to_triton.frontend import Value
from python_to_triton.frontend.values import is_number

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
    "log10": "tl.log({0}) * 0.4342944819032518",
    "sin": "tl.sin({0})",
    "cos": "tl.cos({0})",
    "sqrt": "tl.sqrt({0})",
    "rsqrt": "1 / tl.sqrt({0})",
    "reciprocal": "1 / {0}",
    "sigmoid": "1 / (1 + tl.exp(-{0}))",
    "silu": "{0} / (1 + tl.exp(-{0}))",
    "tan": "tl.sin({0}) / tl.cos({0})",
    "frac": "{0} - tl.where({0} < 0, tl.ceil({0}), tl.floor({0}))",
    "erf": "tl.erf({0})",
    "hardsigmoid": "tl.where({0} < -3, 0, tl.where({0} > 3, 1, ({0} + 3) / 6))",
    "hardswish": "{0} * tl.where({0} < -3, 0, tl.where({0} > 3, 6, {0} + 3)) / 6",
    "floor": "tl.floor({0})",
    "ceil": "tl.ceil({0})",
    "trunc": "tl.where({0} < 0, tl.ceil({0}), tl.floor({0}))",
    "pow": "tl.exp2(tl.log2({0}) * {1})",
    "maximum": "tl.maximum({0}, {1}, propagate_nan=tl.PropagateNan.ALL)",
    "minimum": "tl.minimum({0}, {1}, propagate_nan=tl.PropagateNan.ALL)",
    "fmax": "tl.where(({0} >= {1}) | ({1} != {1}), {0}, {1})",
    "fmin": "tl.where(({0} <= {1}) | ({1} != {1}), {0}, {1})",
    "isnan": "{0} != {0}",
    "isinf": "tl.abs({0}) == float('inf')",
    "isfinite": "tl.abs({0}) < float('inf')",
    "bitwise_and": "{0} & {1}",
    "bitwise_or": "{0} | {1}",
    "bitwise_xor": "{0} ^ {1}",
    "bitwise_left_shift": "{0} << {1}",
    "bitwise_right_shift": "{0} >> {1}",
    "where": "tl.where({0}, {1}, {2})",
    "to": "{0}",
}
OTHER_POINTWISE = ("floor_divide", "fmod", "remainder")  # whose expression depends on the dtype
# A remainder of whatever sign as one with the sign of the divisor, and with that of the dividend
_REMAINDER = "tl.where(({0} != 0) & (({0} < 0) != ({1} < 0)), {0} + {1}, {0})"
_FMOD = (
    "tl.where(({0} != 0) & (({0} < 0) != ({2} < 0)), {0} + tl.where(({1} < 0) != ({2} < 0), -{1}, {1}), {0})"
)


_MOST_FACTORS = 8  # of a power that is written as a product


def _product(w, x: str, count: int) -> str:
    """A power by a whole number, also of what is negative: x * x, multiplied by itself."""
    if count == 1:
        return x
    half = w.let(_product(w, x, count // 2), "x")
    return f"{half} * {half}" + (f" * {x}" if count % 2 else "")


def _rest(w, x: str, y: str, is_float: bool) -> str:
    """What is left of x where y is taken from it as often as it goes.

    Of integers it has the sign of x. Of numbers with a point it is x - trunc(x / y) y on a GPU, whose rounded
    quotient may be one too many, and then it has the other sign; and a quotient has 24 bits (53 in float64),
    so what is left of a number that is far larger than y is larger than y, too, and y is taken again.
    """
    rest = w.let(f"{x} % {y}", "x")
    for _ in range(2 if is_float else 0):
        rest = w.let(f"{rest} % {y}", "x")
    return rest


def _result(w, v, elements: list[str]) -> str:
    """The expression of a pointwise value over its operands' elements."""
    is_float = w.dtypes[id(v)].is_floating_point
    if v.op == "pow" and isinstance(v.operands[1], int) and 0 < abs(v.operands[1]) <= _MOST_FACTORS:
        power = _product(w, elements[0], abs(v.operands[1]))
        return power if v.operands[1] > 0 else f"1 / ({power})"
    if v.op == "pow" and is_number(v.operands[0]) and v.operands[0] > 0:
        return f"tl.exp2({elements[1]} * {math.log2(v.operands[0])!r})"
    if v.op in FUNCTIONS:
        return FUNCTIONS[v.op](w, v, *elements)
    if v.op in ("fmod", "remainder") or v.op == "floor_divide" and is_float:
        x, y = elements
        rest = _rest(w, x, y, is_float)
        if v.op == "fmod":
            return _FMOD.format(rest, y, x) if is_float else rest
        rest = _REMAINDER.format(rest, y)
        if v.op == "remainder":
            return rest
        # what is left is taken off first: the quotient is a whole number then, but for its last bits
        whole = f"tl.floor(({x} - {w.let(rest, 'x')}) / {y} + 0.5)"
        never_by_0 = is_number(v.operands[1]) and v.operands[1] != 0
        return whole if never_by_0 else f"tl.where({y} == 0, {x} / {y}, {whole})"
    if v.op == "floor_divide":  # of integers: Triton's division rounds towards 0
        pattern = "{0} // {1} - tl.where(({0} % {1} != 0) & (({0} < 0) != ({1} < 0)), 1, 0)"
        return pattern.format(*elements)
    return POINTWISE[v.op].format(*elements)


def _element(w, v, operand, at, mask: str) -> str:
    """An operand's element as what a pointwise operation computes with: halves in float32, integers in the
    float that they become.
    """
    if not isinstance(operand, Value):
        return f"({w.number(operand)})"
    x = w.read_broadcast(operand, at, mask)
    dtype, result = w.dtypes[id(operand)], w.dtypes[id(v)]
    is_condition = v.op == "where" and operand is v.operands[0]
    if result.is_floating_point and not dtype.is_floating_point and not is_condition:
        wide = torch.float32 if result in HALVES else result
        return (
            f"({w.in_each_lane(x)}).to({triton_name(wide)})"
            if operand.op == "full"
            else (f"{w.let(x, 'x')}.to({triton_name(wide)})")
        )
    if operand.op == "full" and dtype.is_floating_point:  # a function of a number needs a tensor
        return f"({w.in_each_lane(x)}).to(tl.float32)"
    return f"{w.let(x, 'x')}.to(tl.float32)" if dtype in HALVES else f"({w.let(x, 'x')})"


@writes(*POINTWISE, *OTHER_POINTWISE, *FUNCTIONS)
def _pointwise(w, v, n):
    if v.at.get("rounding_mode"):
        raise NotWritten("a rounded division")
    dtype = w.dtypes[id(v)]
    shape = w.broadcast_shape(list(v.inputs()))

    def own_places(operand, at):
        """Coordinates in an operand, of which a size that is written otherwise than the result's may be 1."""
        if not isinstance(operand, Value):
            return at
        sizes = [*[1] * (len(shape) - len(w.shape(operand))), *w.shape(operand)]
        return [i if n in (1, whole) else modulo(i, w.size(n)) for i, n, whole in zip(at, sizes, shape)]

    def read(at, mask):
        elements = [_element(w, v, operand, own_places(operand, at), mask) for operand in v.operands]
        result = _result(w, v, elements)
        if v.op == "to" and dtype == torch.bool:
            return f"({result}) != 0"
        is_cast = v.op == "to" or dtype in HALVES
        return f"({result}).to({triton_name(dtype)})" if is_cast else f"({result})"

    return shape, read
