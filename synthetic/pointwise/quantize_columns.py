"""Quantisation to 8 bits, a scale for each of the last dimension: q = clamp(round(x / scale[c]), -128, 127).

A quotient that lands near a half must round as PyTorch's does, so the division is the correctly rounded
tl.div_rn; the plain / of a GPU may miss the last bit.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.rand(shape[-1]) * 0.05 + 0.01


def quantize_columns_torch(x, scale):
    q = torch.round(x / scale)
    return torch.clamp(q, -128, 127).to(torch.int8)


@triton.jit
def round_half_even(x):
    """The nearest whole number; exactly halfway, the even one, as torch.round does."""
    low = tl.floor(x)
    fraction = x - low
    low_is_odd = low - 2.0 * tl.floor(low * 0.5) == 1.0
    return tl.where((fraction > 0.5) | ((fraction == 0.5) & low_is_odd), low + 1.0, low)


@triton.jit
def quantize_columns_kernel(x_ptr, scale_ptr, q_ptr, n_elements, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    scale = tl.load(scale_ptr + offsets % C, mask=mask, other=1.0).to(tl.float32)
    q = round_half_even(tl.div_rn(x, scale))
    q = tl.minimum(tl.maximum(q, -128.0), 127.0)
    tl.store(q_ptr + offsets, q.to(tl.int8), mask=mask)


def quantize_columns_triton(x, scale):
    x = x.contiguous()
    q = torch.empty(x.shape, dtype=torch.int8, device=x.device)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    quantize_columns_kernel[grid](x, scale, q, n_elements, scale.numel(), BLOCK=1024)
    return q


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
