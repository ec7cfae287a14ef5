"""Activations that are written out become the activation: x * sigmoid(x) is silu."""

import math

from python_to_triton.frontend.canonicalization.matching import (
    canonicalizes,
    factors_of,
    is_close,
    is_monomial,
    is_op,
    monomial,
    operand_pairs,
    other_term,
)
from python_to_triton.frontend.values import Value, is_number


def _are_halves(x, y):
    """Whether x and y are the first and the second half of one tensor."""
    if not is_op(x, "chunk") or not is_op(y, "chunk") or x.operands[0] is not y.operands[0]:
        return False
    return x.at["chunks"] == 2 and x.at["index"] == 0 and x.at | {"index": 1} == y.at


@canonicalizes("mul")
def _gates(g, uses, value):
    """A value times a gate of itself, or of the other half of its tensor."""
    for x, y in operand_pairs(value):
        if is_op(y, "sigmoid") and y.operands[0] is x:
            return g("silu", x)
        if is_op(y, "hardsigmoid") and y.operands[0] is x:
            return g("hardswish", x)
        softplus = y.operands[0] if is_op(y, "tanh") else None
        if is_op(softplus, "softplus") and softplus.operands[0] is x and not softplus.attributes:
            return g("mish", x)
        if is_op(y, "sigmoid") and _are_halves(x, y.operands[0]):
            return g("glu", x.operands[0], dim=x.at["dim"])
    return None


def _gelu_arguments(u):
    """What may be x in the argument u of gelu's erf or tanh."""
    sums = [factor for factor in factors_of(u) if is_op(factor, "add")]
    terms = [term for total in sums for term in total.operands]
    return [p for p in [*u.operands, *factors_of(u), *terms] if isinstance(p, Value)]


def _product_of(parts):
    """(constant, sorted ids of the tensors) of these factors together."""
    monomials = [monomial(p) if isinstance(p, Value) else (p, []) for p in parts]
    return math.prod(n for n, _ in monomials), sorted(t for _, tensors in monomials for t in tensors)


def _is_tanh_argument(u, x):
    """Whether u is sqrt(2 / pi) * (x + 0.044715 * x ** 3), or that with x taken out of the sum."""
    parts = factors_of(u)
    x_constant, x_tensors = monomial(x)
    total = next((p for p in parts if is_op(p, "add") and p is not x), None)
    if total is None:
        return False
    constant, tensors = _product_of([p for p in parts if p is not total])

    cubic = other_term(total, 1)
    if cubic is not None:
        factor_fits = is_close(constant, math.sqrt(2 / math.pi) * x_constant) and tensors == x_tensors
        return factor_fits and is_monomial(cubic, 0.044715 * x_constant**2, 2 * x_tensors)

    if not is_close(constant, math.sqrt(2 / math.pi)) or tensors:
        return False
    return any(
        p is x and isinstance(q, Value) and is_monomial(q, 0.044715 * x_constant**3, 3 * x_tensors)
        for p, q in operand_pairs(total)
    )


@canonicalizes("mul", "div")
def _gelu(g, uses, value):
    """0.5 * x * (1 + erf(x / sqrt(2))) in any order, and the approximation by tanh."""
    parts = factors_of(value)
    for part in parts:
        inner = other_term(part, 1)
        if not is_op(inner, "erf", "tanh"):
            continue
        u = inner.operands[0]
        rest_constant, rest_tensors = _product_of([p for p in parts if p is not part])
        for x in _gelu_arguments(u):
            constant, tensors = monomial(x)
            if not is_close(rest_constant, 0.5 * constant) or rest_tensors != tensors:
                continue
            if inner.op == "erf" and is_monomial(u, math.sqrt(0.5) * constant, tensors):
                return g("gelu", x)
            if inner.op == "tanh" and _is_tanh_argument(u, x):
                return g("gelu", x, approximate="tanh")
    return None


@canonicalizes("div", "mul")
def _hard_gates(g, uses, value):
    """clamp(x + 3, 0, 6) / 6, alone and times x."""
    factors = factors_of(value)
    constant = math.prod(p for p in factors if is_number(p))
    tensors = [p for p in factors if isinstance(p, Value)]
    gate = next((p for p in tensors if is_op(p, "clamp") and (p.at["min"], p.at["max"]) == (0, 6)), None)
    x = other_term(gate.operands[0], 3) if gate is not None else None
    if x is None or not is_close(constant, 1 / 6):
        return None
    others = [p for p in tensors if p is not gate]
    if not others:
        return g("hardsigmoid", x)
    return g("hardswish", x) if others == [x] else None


@canonicalizes("reciprocal", "div")
def _sigmoid(g, uses, value):
    """1 / (1 + exp(-x)), or y / (1 + exp(-x))."""
    denominator = value.operands[-1]
    if not isinstance(denominator, Value) or value.attributes:
        return None
    exponential = other_term(denominator, 1)
    power = exponential.operands[0] if is_op(exponential, "exp") else None
    scaled = is_op(power, "mul", "div") and is_number(power.operands[1])
    if not is_op(power, "neg") and not (scaled and power.operands[1] < 0):
        return None
    with g.on_line(power.line):
        inner = g("neg", power)
    gate = g("sigmoid", inner)
    return gate if value.op == "reciprocal" else g("mul", value.operands[0], gate)


@canonicalizes("where")
def _leaky_relu(g, uses, value):
    """where(x > 0, x, a * x)."""
    condition, x, y = value.operands
    is_sign = is_op(condition, "gt", "ge") and condition.operands[0] is x and condition.operands[1] == 0
    is_slope = is_op(y, "mul") and y.operands[0] is x and is_number(y.operands[1])
    if is_sign and is_slope and x.dtype.is_floating_point:
        return g("leaky_relu", x, negative_slope=y.operands[1])
    return None
