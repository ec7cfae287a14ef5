"""Normalisations that are written out become layer_norm and rms_norm, with their weight and bias."""

from python_to_triton.frontend.canonicalization.matching import (
    canonicalizes,
    is_op,
    is_trailing,
    operand_pairs,
)
from python_to_triton.frontend.values import is_number
from python_to_triton.frontend.vocabulary import trailing_shape


def _under_root(item, op):
    """(the value of operation `op`, eps) where `item` is sqrt(value + eps); (None, None) elsewhere."""
    inner = item.operands[0] if is_op(item, "sqrt") else None
    if not is_op(inner, "add") or not is_op(inner.operands[0], op) or not is_number(inner.operands[1]):
        return None, None
    return inner.operands if 0 < inner.operands[1] < 1 else (None, None)


def _layer_norm(g, deviation, root):
    """(x - mean(x)) / sqrt(var(x) + eps) over trailing dimensions."""
    variance, eps = _under_root(root, "var")
    if variance is None or not is_op(deviation, "sub"):
        return None
    x, center = deviation.operands
    dim = variance.at["dim"]
    if not is_trailing(variance.operands[0], dim) or not is_op(center, "mean"):
        return None
    same_data = center.operands[0] is x is variance.operands[0] and center.at["dim"] == dim
    kept = center.at["keepdim"] and variance.at["keepdim"]
    return (
        g("layer_norm", x, dim=dim, eps=eps)
        if same_data and kept and variance.at["correction"] == 0
        else None
    )


def _rms_norm(g, x, root):
    """x / sqrt(mean(x * x) + eps) over trailing dimensions."""
    power, eps = _under_root(root, "mean")
    if power is None or not is_op(power.operands[0], "square") or power.operands[0].operands[0] is not x:
        return None
    dim = power.at["dim"]
    return g("rms_norm", x, dim=dim, eps=eps) if power.at["keepdim"] and is_trailing(x, dim) else None


@canonicalizes("div")
def _norms(g, uses, value):
    """A row by its root mean square, or its deviation by its standard deviation, with eps inside the root."""
    x, root = value.operands
    layer_norm = _layer_norm(g, x, root)
    return layer_norm if layer_norm is not None else _rms_norm(g, x, root)


@canonicalizes("mul", "add")
def _affine(g, uses, value):
    """A norm times its weight, plus its bias, where nothing else reads the bare norm."""
    place = 1 if value.op == "mul" else 2
    for x, parameter in operand_pairs(value):
        if not is_op(x, "layer_norm", "rms_norm") or uses[id(x)] != 1:
            continue
        most = 3 if x.op == "layer_norm" else 2
        is_next = len(x.operands) == place < most
        if not is_next or parameter.dtype != x.dtype:
            continue
        if parameter.shape == tuple(trailing_shape(x, x.at["dim"])):
            return g(x.op, *x.operands, parameter, **dict(x.attributes))
    return None
