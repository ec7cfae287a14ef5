"""Attention by its formula, and the gradients of attention, in products and a softmax.

PyTorch has an operator of attention for each of its kernels, and one for the backward of each. All compute
the same. A backward here reads query, key, value and mask alone: not the output, nor the logsumexp that a
kernel saves for its own. A query from which all keys are hidden has weights of 0, as PyTorch's have.

    S = scale * Q K^T + mask     P = softmax(S)      O = P V
    dV = P^T dO                  dP = dO V^T         dS = P * (dP - rowsum(P * dP))
    dQ = scale * dS K            dK = scale * dS^T Q

Dao et al., FlashAttention (2022), appendix B.2.
"""

from collections.abc import Callable

import torch
from torch import Tensor

ATEN = torch.ops.aten
_HALVES = (torch.float16, torch.bfloat16)


def attention_weights(
    query: Tensor, key: Tensor, mask: Tensor | None, is_causal: bool, scale: float | torch.SymFloat
) -> Tensor:
    """How much each query takes of each key, [..., L, S]; query [..., L, E], key [..., S, E]."""
    scores = query @ key.transpose(-2, -1) * scale
    if is_causal:
        hidden = torch.full(scores.shape[-2:], float("-inf"), dtype=scores.dtype, device=scores.device)
        scores = scores + hidden.triu(1)
    if mask is not None and mask.dtype == torch.bool:
        scores = torch.where(mask, scores, float("-inf"))
    elif mask is not None:
        scores = scores + mask
    weights = scores.softmax(-1)
    if mask is None:
        return weights
    # a hidden key's weight is 0 already, but where all are hidden it is 0 / 0
    return torch.where(scores == float("-inf"), 0, weights)


def scale_of(query: Tensor, scale: float | None) -> float | torch.SymFloat:
    """What scores are multiplied by: 1 / sqrt(E) unless something else is said."""
    return torch.sym_sqrt(1 / query.shape[-1]) if scale is None else scale


def with_heads_of(query: Tensor, x: Tensor) -> Tensor:
    """Keys or values with as many heads, their dimension -3, as the queries: each for a group of these."""
    groups = query.shape[-3] // x.shape[-3] if query.dim() > 2 else 1
    return x.repeat_interleave(groups, -3) if groups > 1 else x


def _of_own_heads(gradient: Tensor, x: Tensor) -> Tensor:
    """The gradient by keys or values that `with_heads_of` repeated."""
    if gradient.dim() < 3 or gradient.shape[-3] == x.shape[-3]:
        return gradient
    return gradient.unflatten(-3, (x.shape[-3], -1)).sum(-3)


def gradients_of_attention(
    gradient: Tensor,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    is_causal: bool,
    scale: float | None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The gradients by query, key, value and scores, from that by the output [..., L, Ev]; in float32 where
    the tensors are of half precision, each rounded at the end.
    """
    dtype = query.dtype
    if dtype in _HALVES:
        added = mask is not None and mask.dtype != torch.bool
        found = gradients_of_attention(
            *(x.float() for x in (gradient, query, key, value)),
            mask.float() if added else mask,
            is_causal,
            scale,
        )
        return tuple(x.to(dtype) for x in found)
    factor = scale_of(query, scale)
    keys, values = with_heads_of(query, key), with_heads_of(query, value)
    weights = attention_weights(query, keys, mask, is_causal, factor)
    by_weights = gradient @ values.transpose(-2, -1)
    by_scores = weights * (by_weights - (weights * by_weights).sum(-1, keepdim=True))
    by_query = by_scores @ keys * factor
    by_key = _of_own_heads(by_scores.transpose(-2, -1) @ query * factor, key)
    by_value = _of_own_heads(weights.transpose(-2, -1) @ gradient, value)
    return by_query, by_key, by_value, by_scores


# ---- the operators of PyTorch's kernels ----


def _taken_apart(operator):
    """The decomposition of the backward of one of PyTorch's kernels, whose arguments its schema names. With
    dropout, which draws inside the kernel, the operator stays.
    """
    names = [argument.name for argument in operator._schema.arguments]

    def apart(gradient, *given, **named):
        call = dict(zip(names[1:], given)) | named
        if call["dropout_p"]:
            return NotImplemented
        mask = call.get("attn_bias", call.get("attn_mask"))
        is_causal, scale = call.get("is_causal", False), call.get("scale")
        *found, by_scores = gradients_of_attention(
            gradient, call["query"], call["key"], call["value"], mask, is_causal, scale
        )
        if "grad_input_mask" not in call:
            return tuple(found)
        *wanted, wants_mask = call["grad_input_mask"]
        found = [each if wants else None for each, wants in zip(found, wanted)]
        by_mask = (
            by_scores.sum_to_size(mask.shape).to(mask.dtype) if mask is not None and wants_mask else None
        )
        return *found, by_mask

    return apart


_BACKWARDS = (
    ATEN._scaled_dot_product_flash_attention_for_cpu_backward.default,
    ATEN._scaled_dot_product_flash_attention_backward.default,
    ATEN._scaled_dot_product_cudnn_attention_backward.default,
    ATEN._scaled_dot_product_efficient_attention_backward.default,
)
# {operator of a backward: its decomposition}
ATTENTION_BACKWARDS: dict[object, Callable] = {operator: _taken_apart(operator) for operator in _BACKWARDS}
