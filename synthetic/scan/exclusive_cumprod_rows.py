"""Product of all before along each row, y[i, j] = x[i, 0] * ... * x[i, j - 1], and 1 at the first:
transmittance along a ray, survival.

The product before column j is the running product at column j - 1. So the kernel reads one column to the left
of where it writes; the first column has nothing to its left and gets 1. Each factor adds its rounding, so the
product is float64.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def exclusive_cumprod_rows_torch(x):
    x = torch.abs(x)
    y = torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def exclusive_cumprod_rows_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 1.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        behind = mask & (cols > 0)
        x = tl.load(x_ptr + row * n_cols + cols - 1, mask=behind, other=0.0).to(tl.float32)
        x = tl.abs(x)
        x = tl.where(behind, x, 1.0).to(tl.float64)
        y = (carry * tl.cumprod(x, axis=0)).to(tl.float32)
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry *= tl.reduce(x, 0, multiply)


def exclusive_cumprod_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 256)
    exclusive_cumprod_rows_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
