"""Products that are written out become linear, attention and convolutions with padding."""

import math

import torch

from python_to_triton.frontend.canonicalization.matching import (
    canonicalizes,
    factors_of,
    is_op,
    operand_pairs,
)
from python_to_triton.frontend.canonicalization.positions import shows_its_past
from python_to_triton.frontend.values import Value, is_number


@canonicalizes("matmul")
def _linear(g, uses, value):
    """x @ w.t(), w a matrix."""
    x, y = value.operands
    if is_op(y, "transpose") and y.rank == 2 and x.rank >= 2 and x is not y.operands[0]:
        return g("linear", x, y.operands[0])
    return None


@canonicalizes("add")
def _linear_bias(g, uses, value):
    for x, bias in operand_pairs(value):
        if not is_op(x, "linear") or len(x.operands) != 2 or uses[id(x)] != 1:
            continue
        if bias.shape == x.shape[-1:] and bias.dtype == x.dtype:
            return g("linear", *x.operands, bias)
    return None


# ---- attention ----


def _is_ones(item, shape):
    return is_op(item, "full") and item.at["value"] == 1 and item.shape == shape


def _is_causal(condition, shape):
    """Whether a condition lets a query see the keys up to its own place: tril of ones, or its equal."""
    if is_op(condition, "logical_not"):
        inner = condition.operands[0]
        return is_op(inner, "triu") and inner.at["diagonal"] == 1 and _is_ones(inner.operands[0], shape)
    if is_op(condition, "ne") and condition.operands[1] == 0:
        condition = condition.operands[0]
    return (
        is_op(condition, "tril") and condition.at["diagonal"] == 0 and _is_ones(condition.operands[0], shape)
    )


def _scores(item):
    """(q, k, factor) of q @ k.mT times a number, the number anywhere; (None, None, 1) for anything else."""
    factors = factors_of(item)
    constant = math.prod(p for p in factors if is_number(p))
    tensors = [p for p in factors if isinstance(p, Value)]
    if len(tensors) != 1 or not is_op(tensors[0], "matmul"):
        return None, None, 1
    q, k = tensors[0].operands
    is_transposed = is_op(k, "transpose") and (k.at["dim0"], k.at["dim1"]) == (-2, -1)
    if not is_transposed or q.rank != k.rank or not 3 <= q.rank <= 4:
        return None, None, 1

    sides = []
    for side in (q, k.operands[0]):
        scale = [p for p in factors_of(side) if is_number(p)]
        tensor = [p for p in factors_of(side) if isinstance(p, Value)]
        is_scaled = scale and len(tensor) == 1
        sides.append(tensor[0] if is_scaled else side)
        constant *= math.prod(scale) if is_scaled else 1
    return *sides, constant


def _unmasked_where(g, scores, shape):
    """`_unmasked` of scores that a `where` hides behind -inf."""
    condition, chosen, other = scores.operands
    fills = [o.at["value"] if is_op(o, "full") else o for o in (chosen, other)]
    if fills[1] == -math.inf and isinstance(chosen, Value) and _is_causal(condition, shape):
        return chosen, None, True
    if fills[0] != -math.inf or not isinstance(other, Value):
        return None
    contrary = condition.operands[0] if is_op(condition, "logical_not") else g("logical_not", condition)
    if is_op(condition, "eq") and condition.operands[1] == 0:
        contrary = g("ne", condition.operands[0], 0)
    return (other, None, True) if _is_causal(contrary, shape) else None


def _unmasked_sum(scores, shape):
    """`_unmasked` of scores to which a mask of 0 and -inf is added."""
    products = [o for o in scores.operands if _scores(o)[0] is not None]
    mask = next((o for o in scores.operands if products and o is not products[0]), None)
    if mask is None:
        return None
    if is_op(mask, "triu") and mask.at["diagonal"] == 1 and is_op(mask.operands[0], "full"):
        hides = mask.operands[0].at["value"] == -math.inf
        if hides and mask.shape == shape and shape[0] == shape[1]:
            return products[0], None, True
    if mask.rank >= 2 and mask.dtype == scores.dtype and mask.shape[-2:] == shape:
        return products[0], mask, False
    return None


def _unmasked(g, scores):
    """(scores, mask or None, is_causal) of what a softmax takes; None for a mask of another kind."""
    shape = scores.shape[-2:]
    if is_op(scores, "where") and shape[0] == shape[1]:
        return _unmasked_where(g, scores, shape)
    if is_op(scores, "add") and all(isinstance(o, Value) for o in scores.operands):
        return _unmasked_sum(scores, shape)
    return scores, None, False


@canonicalizes("matmul")
def _attention(g, uses, value):
    """softmax(q @ k.mT * c + mask) @ v."""
    weights, v = value.operands
    if not is_op(weights, "softmax") or weights.at["dim"] != -1:
        return None
    if uses[id(weights)] != 1 or weights.rank != v.rank:
        return None
    unmasked = _unmasked(g, weights.operands[0])
    if unmasked is None:
        return None
    scores, mask, is_causal = unmasked
    q, k, factor = _scores(scores)
    if q is None or not q.dtype == k.dtype == v.dtype:
        return None
    if not q.shape[:-2] == k.shape[:-2] == v.shape[:-2]:
        return None
    return g("scaled_dot_product_attention", q, k, v, mask, is_causal=is_causal, scale=factor)


def _matrix(mask):
    """A mask before it was expanded to the dimensions of batch and heads."""
    while is_op(mask, "expand", "unsqueeze") and mask.operands[0].shape[-2:] == mask.shape[-2:]:
        mask = mask.operands[0]
    return mask


def _is_causal_mask(mask, shape):
    """Whether a mask, of truth values or added, hides what comes after a query's own place, and no more."""
    condition = mask = _matrix(mask)
    if mask.shape[-2:] != shape or shape[0] != shape[1]:
        return False
    if is_op(mask, "where"):
        condition, shown, hidden = mask.operands
        hides = (-math.inf, torch.finfo(mask.dtype).min) if mask.dtype.is_floating_point else ()
        if shown != 0 or hidden not in hides:
            return False
    condition = _matrix(condition)
    if condition.shape[-2:] != shape or condition.dtype != torch.bool:  # 0 and 1 hide nothing
        return False
    return _is_causal(condition, shape) or shows_its_past(condition)


@canonicalizes("scaled_dot_product_attention")
def _unmasked_attention(g, uses, value):
    """Without a mask that hides nothing: of zeros that are added, or true everywhere."""
    if len(value.operands) < 4:
        return None
    q, k, v, mask = value.operands
    plain = _matrix(mask) if isinstance(mask, Value) else None
    if not is_op(plain, "full") or plain.at["value"] != (plain.dtype == torch.bool):
        return None
    scores = (*q.shape[:-1], k.shape[-2])
    is_wider = any(n not in (1, own) for n, own in zip(mask.shape[::-1], scores[::-1]))
    if is_wider or mask.rank > len(scores):
        return None  # for PyTorch to refuse
    return g("scaled_dot_product_attention", q, k, v, **dict(value.attributes))


@canonicalizes("scaled_dot_product_attention")
def _causal_attention(g, uses, value):
    if len(value.operands) < 4 or value.at["is_causal"]:
        return None
    q, k, v, mask = value.operands
    if not isinstance(mask, Value) or not _is_causal_mask(mask, (q.shape[-2], k.shape[-2])):
        return None
    return g("scaled_dot_product_attention", q, k, v, **dict(value.attributes) | {"is_causal": True})


# ---- convolution ----


@canonicalizes("conv1d", "conv2d", "conv3d")
def _padding(g, uses, value):
    """Zeros around the input of a convolution as its own padding."""
    x = value.operands[0]
    spatial = int(value.op[4])
    own = value.at["padding"]
    if not is_op(x, "pad") or uses[id(x)] != 1 or isinstance(own, str):
        return None
    if x.at["mode"] != "constant" or x.at["value"] != 0 or len(x.at["pad"]) > 2 * spatial:
        return None
    pad = [*x.at["pad"], *[0] * (2 * spatial)][: 2 * spatial]
    before = pad[::2]
    after = pad[1::2]
    if before != after or min(pad) < 0:
        return None
    own = own if isinstance(own, tuple) else (own,) * spatial
    total = tuple(a + b for a, b in zip(own, before[::-1]))
    return g(value.op, x.operands[0], *value.operands[1:], **dict(value.attributes) | {"padding": total})
