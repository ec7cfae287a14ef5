"""Running maximum along each row, y[i, j] = max(x[i, 0], ..., x[i, j]), for rows of any length.

Any associative function can be scanned: larger(a, b) combines two neighbouring stretches of the row. One
program takes one row, tile after tile, and each tile starts from the maximum of all tiles before it.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 20), (65,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 260)]


def make(*shape):
    return (torch.randn(shape),)


def cummax_torch(x):
    x = torch.relu(x)
    y = torch.cummax(x, dim=-1).values
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def combine(a, b):
    return tl.maximum(a, b)


@triton.jit
def cummax_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], -float("inf"), dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        # Lanes beyond the row stand behind all others: nothing inherits what they hold.
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = combine(carry, tl.associative_scan(x, 0, combine))
        carry = combine(carry, tl.reduce(x, 0, combine))
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def cummax_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 256)
    cummax_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
