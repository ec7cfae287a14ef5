"""Running product along each row, y[i, j] = x[i, 0] * ... * x[i, j], for rows of any length.

One program takes one row, tile after tile: a tile is multiplied up in parallel and starts from the product of
all tiles before it, the carry. Lanes beyond the row hold 1, and each factor adds its rounding, so the product
is float64.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def cumprod_torch(x):
    x = torch.abs(x)
    y = torch.cumprod(x, dim=-1)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def cumprod_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 1.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        x = tl.where(mask, x, 1.0).to(tl.float64)
        y = (carry * tl.cumprod(x, axis=0)).to(tl.float32)
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry *= tl.reduce(x, 0, multiply)


def cumprod_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 256)
    cumprod_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
