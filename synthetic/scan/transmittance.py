"""Weights along a ray, y[i, j] = alpha[i, j] * (1 - alpha[i, 0]) * ... * (1 - alpha[i, j - 1]): what is met
of the light that comes so far.

The product before column j is the running product at column j - 1, so that a program, which takes one row,
reads x twice: beside where it writes, and one column to the left; the first column has nothing to its left
and gets 1. Each factor adds its rounding, so the product is float64; so is an exponential that 1 is lessened
by.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def transmittance_torch(x):
    a = torch.sigmoid(x)
    w = 1.0 - a
    t = torch.cumprod(torch.cat((torch.ones_like(w[..., :1]), w[..., :-1]), dim=-1), dim=-1)
    return t * a


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def load_alpha(x_ptr, mask):
    x = tl.load(x_ptr, mask=mask, other=0.0).to(tl.float32)
    a = tl.sigmoid(x)
    return a


@triton.jit
def transmittance_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 1.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        behind = mask & (cols > 0)
        left = load_alpha(x_ptr + row * n_cols + cols - 1, behind)
        w = 1.0 - left
        w = tl.where(behind, w, 1.0).to(tl.float64)
        t = (carry * tl.cumprod(w, axis=0)).to(tl.float32)
        a = load_alpha(x_ptr + row * n_cols + cols, mask)
        y = t * a
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry *= tl.reduce(w, 0, multiply)


def transmittance_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape)
    block = min(triton.next_power_of_2(n_cols), 256)
    transmittance_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
