"""Softplus, y = log(1 + exp(x)), and other logarithms of one plus something.

Written as max(x, 0) + log1p(exp(-|x|)): the exponential never overflows, and log1p keeps the digits of a
small exponential that 1 + exp(-|x|) would round away.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def softplus_torch(x):
    y = F.softplus(x)
    return y


@triton.jit
def log1p(t):
    """log(1 + t) for t >= 0: what 1 + t rounds away, the quotient t / (u - 1) puts back."""
    u = 1.0 + t
    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))


@triton.jit
def softplus_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))
    tl.store(y_ptr + offsets, y, mask=mask)


def softplus_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    softplus_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
