"""Running sum along each row, y[i, j] = x[i, 0] + ... + x[i, j], for rows of any length.

One program takes one row, tile after tile: a tile is summed up in parallel and starts from the total of all
tiles before it, the carry. The carry is float64, as every later element inherits its rounding.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def cumsum_torch(x):
    x = torch.relu(x)
    y = torch.cumsum(x, dim=-1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def cumsum_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        # Lanes beyond the row stand behind all others: nothing inherits what they hold.
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = x.to(tl.float64)
        y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry += tl.sum(x, axis=0)


def cumsum_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    cumsum_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
