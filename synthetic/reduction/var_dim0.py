"""Variance down each column, y[j] = sum_i (x[i, j] - mean[j])^2 / (n - 1), and its root.

Two launches, as for a sum: each program of the first takes one share of the rows of a strip of BLOCK_COLS
columns, the second folds the shares. E[x^2] - E[x]^2 loses every digit far from zero in float32; in float64
the square of a float32 is exact and 16 digits are there to lose, so x is read once. Memory is the bottleneck,
hence float64 costs nothing.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(2, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (70, 65)]


def make(*shape):
    return (torch.randn(shape),)


def var_dim0_torch(x):
    x = torch.relu(x)
    y = torch.var(x, dim=0, unbiased=True)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, rows, cols, n_rows, n_cols):
    mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
    x = tl.load(x_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def var_dim0_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, n_cols, share, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_rows)
    total = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float64)
    squares = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float64)
    for start in range(first, end, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        x = load_tile(x_ptr, rows, cols, end, n_cols)
        x = tl.where(rows[:, None] < end, x, 0.0).to(tl.float64)
        total += x
        squares += x * x
    offsets = tl.program_id(1).to(tl.int64) * n_cols + cols
    tl.store(total_ptr + offsets, tl.sum(total, axis=0), mask=cols < n_cols)
    tl.store(squares_ptr + offsets, tl.sum(squares, axis=0), mask=cols < n_cols)


@triton.jit
def load_sum(partial_ptr, cols, n_shares, n_cols, SHARES: tl.constexpr):
    shares = tl.arange(0, SHARES)
    mask = (shares[:, None] < n_shares) & (cols[None, :] < n_cols)
    partial = tl.load(partial_ptr + shares[:, None].to(tl.int64) * n_cols + cols[None, :], mask=mask, other=0.0)
    return tl.sum(partial, axis=0)


@triton.jit
def var_dim0_kernel(total_ptr, squares_ptr, y_ptr, n_rows, n_shares, n_cols, SHARES: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    total = load_sum(total_ptr, cols, n_shares, n_cols, SHARES)
    squares_sum = load_sum(squares_ptr, cols, n_shares, n_cols, SHARES) - total * total / n_rows
    squares_sum = tl.maximum(squares_sum, 0.0).to(tl.float32)
    y = squares_sum / (n_rows - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + cols, y, mask=cols < n_cols)


def var_dim0_triton(x):
    x = x.contiguous()
    n_rows = x.shape[0]
    n_cols = x.numel() // n_rows
    share = max(triton.cdiv(n_rows, 64), 64)
    n_shares = triton.cdiv(n_rows, share)
    total = torch.empty((n_shares, n_cols), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = x.new_empty(x.shape[1:])
    blocks = triton.cdiv(n_cols, 64)
    var_dim0_share_kernel[(blocks, n_shares)](x, total, squares, n_rows, n_cols, share, BLOCK_ROWS=32, BLOCK_COLS=64)
    var_dim0_kernel[(blocks,)](total, squares, y, n_rows, n_shares, n_cols, SHARES=64, BLOCK_COLS=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
