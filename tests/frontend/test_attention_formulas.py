"""The gradients of attention, in operators of the vocabulary: those of PyTorch's own attention."""

import pytest
import torch
from torch.nn import functional as F

from python_to_triton.frontend.attention_formulas import ATEN, ATTENTION_BACKWARDS

KERNELS = ("flash_attention_for_cpu", "flash_attention", "cudnn_attention", "efficient_attention")
HEADS = [(4, 4), (4, 2)]  # of queries, and of keys


def drawn(heads: int, keys: int, dtype: torch.dtype = torch.float64) -> list[torch.Tensor]:
    """Query, key, value, and the gradient by the output."""
    torch.manual_seed(0)
    shapes = [(2, heads, 5, 8), (2, keys, 7, 8), (2, keys, 7, 6), (2, heads, 5, 6)]
    return [torch.randn(shape).to(dtype) for shape in shapes]


def by_autograd(query, key, value, gradient, mask, is_causal, scale) -> list[torch.Tensor]:
    """The gradients by query, key, value and mask that PyTorch computes."""
    leaves = [
        x.detach().requires_grad_(x.is_floating_point()) for x in (query, key, value, mask) if x is not None
    ]
    masked = leaves[3] if mask is not None else None
    output = F.scaled_dot_product_attention(
        *leaves[:3], masked, is_causal=is_causal, scale=scale, enable_gqa=query.shape[1] != key.shape[1]
    )
    return list(torch.autograd.grad(output, [x for x in leaves if x.requires_grad], gradient))


def by_formula(kernel, query, key, value, gradient, mask, is_causal, scale, dropout=0.0):
    """What the decomposition of a kernel's backward returns; None stands for what only the kernel reads."""
    rule = ATTENTION_BACKWARDS[getattr(ATEN, f"_scaled_dot_product_{kernel}_backward").default]
    given = gradient, query, key, value
    if kernel == "flash_attention_for_cpu":
        return rule(*given, None, None, dropout, is_causal, attn_mask=mask, scale=scale)
    if kernel == "flash_attention":
        return rule(*given, *[None] * 6, dropout, is_causal, None, None, scale=scale)
    if kernel == "cudnn_attention":
        return rule(*given, *[None] * 4, mask, *[None] * 4, dropout, is_causal, scale=scale)
    wanted = [True, True, True, mask is not None]
    return rule(*given, mask, *[None] * 4, dropout, wanted, is_causal, scale=scale)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize("is_causal, scale", [(False, None), (True, 0.3)])
def test_gradients_are_pytorchs(kernel, heads, is_causal, scale):
    query, key, value, gradient = drawn(*heads)
    ours = by_formula(kernel, query, key, value, gradient, None, is_causal, scale)
    expected = by_autograd(query, key, value, gradient, None, is_causal, scale)
    for one, other in zip(ours, expected):
        torch.testing.assert_close(one, other)


@pytest.mark.parametrize("kernel", [kernel for kernel in KERNELS if kernel != "flash_attention"])
@pytest.mark.parametrize("shape", [(5, 7), (2, 1, 5, 7), (1, 4, 1, 7)])
def test_masks_are_added(kernel, shape):
    query, key, value, gradient = drawn(4, 4)
    mask = torch.randn(shape, dtype=torch.float64)
    ours = by_formula(kernel, query, key, value, gradient, mask, False, None)
    expected = by_autograd(query, key, value, gradient, mask, False, None)
    for one, other in zip(ours, expected):
        torch.testing.assert_close(one, other)


def test_a_mask_of_truths_hides():
    query, key, value, gradient = drawn(4, 4)
    mask = torch.rand(5, 7) > 0.3
    ours = by_formula("flash_attention_for_cpu", query, key, value, gradient, mask, False, None)
    expected = by_autograd(query, key, value, gradient, mask, False, None)
    for one, other in zip(ours, expected):
        torch.testing.assert_close(one, other)


@pytest.mark.parametrize("kernel", [kernel for kernel in KERNELS if kernel != "flash_attention"])
def test_a_query_that_sees_no_key_has_no_gradient(kernel):
    query, key, value, gradient = drawn(4, 4)
    hidden = torch.zeros(5, 7, dtype=torch.float64)
    hidden[2] = float("-inf")
    ours = by_formula(kernel, query, key, value, gradient, hidden, False, None)
    seen = [0, 1, 3, 4]
    given = query[:, :, seen], key, value, gradient[:, :, seen]
    expected = by_formula(kernel, *given, hidden[seen], False, None)
    assert (ours[0][:, :, 2] == 0).all()
    torch.testing.assert_close(ours[0][:, :, seen], expected[0])
    for one, other in zip(ours[1:3], expected[1:3]):
        torch.testing.assert_close(one, other)


@pytest.mark.parametrize("kernel", KERNELS)
def test_half_precision_is_rounded_once(kernel):
    query, key, value, gradient = drawn(4, 2, torch.bfloat16)
    ours = by_formula(kernel, query, key, value, gradient, None, True, None)
    wide = by_formula(
        kernel, query.double(), key.double(), value.double(), gradient.double(), None, True, None
    )
    for one, other in zip(ours[:3], wide):
        assert one.dtype == torch.bfloat16
        torch.testing.assert_close(one.double(), other, rtol=1e-2, atol=1e-3)


@pytest.mark.parametrize("kernel", KERNELS)
def test_dropout_stays_a_call(kernel):
    assert by_formula(kernel, *drawn(4, 4), None, False, None, dropout=0.1) is NotImplemented
