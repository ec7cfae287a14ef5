"""Rounding to the nearest whole number, y = |round(x)|, with one step after it.

Triton has no rounding instruction of its own, so it is made of floor. A jump punishes the last bit: what
comes before it must be exact (only powers of two scale x here). After it, any step may follow.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (3.0 * torch.randn(shape),)


def nearest_torch(x):
    y = torch.round(x)
    y = torch.abs(y)
    return y


@triton.jit
def round_half_even(x):
    """The nearest whole number; exactly halfway, the even one, which keeps sums of rounded numbers unbiased."""
    low = tl.floor(x)
    fraction = x - low
    low_is_odd = low - 2.0 * tl.floor(low * 0.5) == 1.0
    return tl.where((fraction > 0.5) | ((fraction == 0.5) & low_is_odd), low + 1.0, low)


@triton.jit
def nearest_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = round_half_even(x)
    y = tl.abs(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def nearest_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    nearest_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
