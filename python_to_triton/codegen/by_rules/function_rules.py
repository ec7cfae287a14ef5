"""Rules of functions of elements whose expression names a part of it, or depends on attributes.

Each takes the writer, the value and the expressions of its operands' elements, which are names or numbers.
NaN stays NaN: a comparison with it is false, and the branch then taken has the element itself.
"""

from collections.abc import Callable

import torch

from python_to_triton.codegen.by_rules.kernel_expressions import HALVES, condition_as
from python_to_triton.codegen.by_rules.registry import NotWritten

FUNCTIONS: dict[str, Callable[..., str]] = {}  # op -> (writer, value, *elements) -> an expression
LN_2 = 0.6931471805599453
PI = 3.141592653589793
_LARGE = "1e8"  # from here on a number and the root of its square plus or minus 1 are one


def _function(name: str) -> Callable[[Callable], Callable]:
    """Registers the rule of an operation."""

    def register(rule: Callable) -> Callable:
        FUNCTIONS[name] = rule
        return rule

    return register


@_function("clamp")
def _clamped(w, v, x: str) -> str:
    """An element between the limits of a clamp; NaN stays."""
    dtype = w.dtypes[id(v)]
    for name, sign in (("min", "<"), ("max", ">")):
        if v.at[name] is not None:
            x = w.let(x, "x")
            limit = w.number(v.at[name], None if dtype.is_floating_point else dtype)
            x = f"tl.where({x} {sign} {limit}, {limit}, {x})"
    return x


def log1p(w, x: str) -> str:
    """log(1 + x), where 1 + x is rounded: what the logarithm lacks of x is what the sum did (Kahan)."""
    total = w.let(f"1 + {x}", "x")
    rest = w.let(f"{total} - 1", "x")
    log = w.let(f"tl.log({total})", "x")
    share = f"{x} / tl.where({rest} == 0, 1, {rest})"
    return f"tl.where({rest} == 0, {x}, tl.where({rest} == {x}, {log}, {log} * ({share})))"


def expm1(w, x: str) -> str:
    """exp(x) - 1: by the exponential away from 0, near it by the first terms of its series, exact there."""
    near = f"{x} * (1 + {x} * (0.5 + {x} * (0.16666666666666666 + {x} * (0.041666666666666664 + {x} / 120))))"
    return f"tl.where(tl.abs({x}) < 0.05, {near}, tl.exp({x}) - 1)"


@_function("log1p")
def _log1p(w, v, x: str) -> str:
    return log1p(w, x)


@_function("expm1")
def _expm1(w, v, x: str) -> str:
    return expm1(w, x)


@_function("sign")
def _sign(w, v, x: str) -> str:
    """1, 0 or -1 in the dtype that a kernel computes with; of NaN 0."""
    dtype = w.dtypes[id(v)]
    dtype = torch.float32 if dtype in HALVES else dtype
    return (
        x if dtype == torch.bool else f"{condition_as(f'{x} > 0', dtype)} - {condition_as(f'{x} < 0', dtype)}"
    )


@_function("round")
def _rounded(w, v, x: str) -> str:
    """The nearest whole number, of two the even one."""
    if v.at["decimals"] or not w.dtypes[id(v)].is_floating_point:
        raise NotWritten("a round to decimals, or of integers")
    low = w.let(f"tl.floor({x})", "x")
    rest = w.let(f"{x} - {low}", "x")
    is_odd = f"({low} * 0.5 != tl.floor({low} * 0.5))"
    return f"tl.where(({rest} > 0.5) | ({rest} == 0.5) & {is_odd}, {low} + 1, {low})"


# ---- activations ----


@_function("gelu")
def _gelu(w, v, x: str) -> str:
    if v.at["approximate"] == "tanh":  # (1 + tanh(u)) / 2 is the sigmoid of 2u
        twice = w.let(f"1.5957691216057308 * {x} * (1 + 0.044715 * {x} * {x})", "x")
        return f"{x} / (1 + tl.exp(-{twice}))"
    return f"0.5 * {x} * (1 + tl.erf({x} * 0.7071067811865476))"


@_function("leaky_relu")
def _leaky_relu(w, v, x: str) -> str:
    return f"tl.where({x} < 0, {x} * {w.number(v.at['negative_slope'])}, {x})"


@_function("elu")
def _elu(w, v, x: str) -> str:
    return f"tl.where({x} < 0, {w.number(v.at['alpha'])} * ({expm1(w, x)}), {x})"


@_function("celu")
def _celu(w, v, x: str) -> str:
    alpha = w.number(v.at["alpha"])
    scaled = w.let(f"{x} / {alpha}", "x")
    return f"tl.where({x} < 0, {alpha} * ({expm1(w, scaled)}), {x})"


@_function("selu")
def _selu(w, v, x: str) -> str:
    return f"1.0507009873554805 * tl.where({x} < 0, 1.6732632423543772 * ({expm1(w, x)}), {x})"


@_function("softplus")
def _softplus(w, v, x: str) -> str:
    beta = w.number(v.at["beta"])
    scaled = w.let(f"{x} * {beta}", "x")
    is_large = w.let(f"{scaled} > {w.number(v.at['threshold'])}", "inside")
    power = w.let(f"tl.exp(tl.where({is_large}, 0, {scaled}))", "x")
    return f"tl.where({is_large}, {x}, ({log1p(w, power)}) / {beta})"


@_function("log_sigmoid")
def _log_sigmoid(w, v, x: str) -> str:
    power = w.let(f"tl.exp(-tl.abs({x}))", "x")
    return f"tl.where({x} < 0, {x}, 0) - ({log1p(w, power)})"


@_function("mish")
def _mish(w, v, x: str) -> str:
    """x tanh(log(1 + e^x)), whose tanh is n / (n + 2) of n = e^x (e^x + 2); from 20 on it is 1."""
    power = w.let(f"tl.exp(tl.where({x} > 20, 20, {x}))", "x")
    product = w.let(f"{power} * ({power} + 2)", "x")
    return f"{x} * ({product} / ({product} + 2))"


@_function("hardshrink")
def _hardshrink(w, v, x: str) -> str:
    return f"tl.where(tl.abs({x}) <= {w.number(v.at['lambd'])}, 0, {x})"


@_function("softshrink")
def _softshrink(w, v, x: str) -> str:
    limit = w.number(v.at["lambd"])
    moved = f"{x} - tl.where({x} < 0, -{limit}, {limit})"
    return f"tl.where(tl.abs({x}) <= {limit}, 0, {moved})"


@_function("threshold")
def _threshold(w, v, x: str) -> str:
    return f"tl.where({x} <= {w.number(v.at['threshold'])}, {w.number(v.at['value'])}, {x})"


# ---- functions ----


@_function("sinc")
def _sinc(w, v, x: str) -> str:
    angle = w.let(f"tl.where({x} == 0, 1, {x}) * {PI}", "x")
    return f"tl.where({x} == 0, 1, tl.sin({angle}) / {angle})"


@_function("tanh")
def _tanh(w, v, x: str) -> str:
    """(1 - e) / (1 + e) of e = exp(-2 |x|), which errs by half of what 2 / (1 + exp(-2 x)) - 1 does: the
    gradient is 1 - tanh^2.
    """
    power = w.let(f"tl.exp(-2 * tl.abs({x}))", "x")
    return f"tl.where({x} < 0, -1, 1) * ((1 - {power}) / (1 + {power}))"


def _half_exp(w, size: str) -> str:
    """exp(size) / 2 by the square of a root, which is finite wherever the result is."""
    root = w.let(f"tl.exp(0.5 * {size})", "x")
    return f"0.5 * {root} * {root}"


@_function("sinh")
def _sinh(w, v, x: str) -> str:
    size = w.let(f"tl.abs({x})", "x")
    power = w.let(expm1(w, size), "x")
    near = f"0.5 * ({power} + {power} / ({power} + 1))"
    return f"tl.where({x} < 0, -1, 1) * tl.where({size} > 20, {_half_exp(w, size)}, {near})"


@_function("cosh")
def _cosh(w, v, x: str) -> str:
    size = w.let(f"tl.abs({x})", "x")
    return f"{_half_exp(w, size)} + 0.5 * tl.exp(-{size})"


@_function("asinh")
def _asinh(w, v, x: str) -> str:
    size = w.let(f"tl.abs({x})", "x")
    over = w.let(f"{size} + {size} * {size} / (1 + tl.sqrt({size} * {size} + 1))", "x")
    large = f"tl.log({size}) + {LN_2}"
    return f"tl.where({x} < 0, -1, 1) * tl.where({size} > {_LARGE}, {large}, {log1p(w, over)})"


@_function("acosh")
def _acosh(w, v, x: str) -> str:
    over = w.let(f"{x} - 1", "x")
    near = log1p(w, w.let(f"{over} + tl.sqrt(2 * {over} + {over} * {over})", "x"))
    large = f"tl.log({x}) + {LN_2}"
    return f"tl.where({x} < 1, float('nan'), tl.where({x} > {_LARGE}, {large}, {near}))"


@_function("atanh")
def _atanh(w, v, x: str) -> str:
    size = w.let(f"tl.abs({x})", "x")
    share = w.let(f"2 * {size} / (1 - {size})", "x")
    return f"tl.where({x} < 0, -0.5, 0.5) * ({log1p(w, share)})"


@_function("logit")
def _logit(w, v, x: str) -> str:
    if v.at["eps"] is not None:
        low = w.number(v.at["eps"])
        x = w.let(f"tl.where({x} < {low}, {low}, tl.where({x} > 1 - {low}, 1 - {low}, {x}))", "x")
    return f"tl.log({x} / (1 - {x}))"


def atan(w, v, x: str) -> str:
    """A polynomial below tan(pi / 8) (S. Moshier's Cephes, atanf.c), to which two reductions lead: atan(x) is
    pi / 2 - atan(1 / x), and pi / 4 + atan((x - 1) / (x + 1)).
    """
    if w.dtypes[id(v)] == torch.float64:
        raise NotWritten("an inverse tangent in float64")
    size = w.let(f"tl.abs({x})", "x")
    far, middle = w.let(f"{size} > 2.414213562373095", "far"), w.let(f"{size} > 0.414213562373095", "middle")
    base = f"tl.where({far}, {PI / 2}, tl.where({middle}, {PI / 4}, 0))"
    share = f"tl.where({middle}, ({size} - 1) / ({size} + 1), {size})"
    rest = w.let(f"tl.where({far}, -1 / tl.where({far}, {size}, 1), {share})", "x")
    square = w.let(f"{rest} * {rest}", "x")
    series = f"((0.0805374449538 * {square} - 0.138776856032) * {square} + 0.199777106478) * {square}"
    angle = w.let(f"{base} + (({series} - 0.333329491539) * {square} * {rest} + {rest})", "x")
    return f"tl.where({x} < 0, -{angle}, {angle})"


@_function("atan")
def _atan(w, v, x: str) -> str:
    return atan(w, v, x)


@_function("asin")
def _asin(w, v, x: str) -> str:
    return atan(w, v, w.let(f"{x} / tl.sqrt((1 - {x}) * (1 + {x}))", "x"))


@_function("acos")
def _acos(w, v, x: str) -> str:
    return f"2 * ({atan(w, v, w.let(f'tl.sqrt((1 - {x}) / (1 + {x}))', 'x'))})"


@_function("atan2")
def _atan2(w, v, y: str, x: str) -> str:
    """By the smaller of both sizes over the larger; infinite ones are alike, and so are zeros."""
    across, along = w.let(f"tl.abs({x})", "x"), w.let(f"tl.abs({y})", "x")
    large = w.let(f"tl.maximum({across}, {along}, propagate_nan=tl.PropagateNan.ALL)", "x")
    alike = f"tl.where({large} == 0, 0, 1)"
    share = f"tl.where({across} == {along}, {alike}, tl.minimum({across}, {along}) / {large})"
    share = w.let(share, "x")
    angle = w.let(atan(w, v, share), "x")
    angle = w.let(f"tl.where({along} > {across}, {PI / 2} - {angle}, {angle})", "x")
    angle = w.let(f"tl.where(({x} < 0) | (1 / {x} < 0), {PI} - {angle}, {angle})", "x")
    return f"tl.where(({y} < 0) | (1 / {y} < 0), -{angle}, {angle})"


@_function("hypot")
def _hypot(w, v, x: str, y: str) -> str:
    """The length of (x, y) by the larger of both: its square may be infinite."""
    x, y = w.let(f"tl.abs({x})", "x"), w.let(f"tl.abs({y})", "x")
    large = w.let(f"tl.maximum({x}, {y}, propagate_nan=tl.PropagateNan.ALL)", "x")
    share = w.let(f"tl.minimum({x}, {y}) / tl.where({large} == 0, 1, {large})", "x")
    is_infinite = f"({x} == float('inf')) | ({y} == float('inf'))"
    return f"tl.where({is_infinite}, float('inf'), {large} * tl.sqrt(1 + {share} * {share}))"


@_function("copysign")
def _copysign(w, v, x: str, y: str) -> str:
    """The sign of -0 is that of its reciprocal."""
    return f"tl.where(({y} < 0) | (1 / {y} < 0), -tl.abs({x}), tl.abs({x}))"


@_function("heaviside")
def _heaviside(w, v, x: str, y: str) -> str:
    dtype = w.dtypes[id(v)]
    step = condition_as(f"{x} > 0", torch.float32 if dtype in HALVES else dtype)
    return f"tl.where({x} == 0, {y}, {step})"


@_function("logaddexp")
def _logaddexp(w, v, x: str, y: str) -> str:
    power = w.let(f"tl.exp(-tl.abs({x} - {y}))", "x")
    sum_ = f"tl.where({x} > {y}, {x}, {y}) + ({log1p(w, power)})"
    return f"tl.where({x} == {y}, {x} + {LN_2}, {sum_})"  # equal infinities have no difference


@_function("logaddexp2")
def _logaddexp2(w, v, x: str, y: str) -> str:
    power = w.let(f"tl.exp2(-tl.abs({x} - {y}))", "x")
    sum_ = f"tl.where({x} > {y}, {x}, {y}) + ({log1p(w, power)}) / {LN_2}"
    return f"tl.where({x} == {y}, {x} + 1, {sum_})"


@_function("xlogy")
def _xlogy(w, v, x: str, y: str) -> str:
    return f"tl.where({y} != {y}, {y}, tl.where({x} == 0, 0, {x} * tl.log({y})))"


@_function("lerp")
def _lerp(w, v, x: str, y: str, weight: str) -> str:
    """From the nearer end, as PyTorch: each end is exact then."""
    way = w.let(f"{y} - {x}", "x")
    is_near = f"tl.where({x} == {x}, {weight}, {weight})"  # a number in each lane
    return f"tl.where(tl.abs({is_near}) < 0.5, {x} + {weight} * {way}, {y} - {way} * (1 - {weight}))"


@_function("nan_to_num")
def _nan_to_num(w, v, x: str) -> str:
    dtype = w.dtypes[id(v)]
    if not dtype.is_floating_point:
        return x
    given = {name: v.at[name] for name in ("nan", "posinf", "neginf")}
    limits = torch.finfo(dtype)
    usual = {"nan": 0.0, "posinf": limits.max, "neginf": limits.min}
    nan, high, low = (w.number(usual[name] if one is None else one) for name, one in given.items())
    finite = f"tl.where({x} == float('inf'), {high}, tl.where({x} == -float('inf'), {low}, {x}))"
    return f"tl.where({x} != {x}, {nan}, {finite})"


@_function("bitwise_not")
def _bitwise_not(w, v, x: str) -> str:
    return f"{x} == 0" if w.dtypes[id(v)] == torch.bool else f"~{x}"
