"""Standardised columns, y[:, j] = (x[:, j] - mean) / (std + eps): features over a batch.

Three launches over strips of BLOCK_COLS columns, so that loads are coalesced, whose rows are cut into at most
64 shares: the sums of each share, in float64, where the difference of the squares has digits to lose; their
fold, the mean and the spread of each column; and the result, a share a program as at first.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(2, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (70, 65)]


def make(*shape):
    return (torch.randn(shape),)


def standardize_dim0_torch(x):
    x = torch.relu(x)
    y = (x - x.mean(dim=0)) / (x.std(dim=0, unbiased=True) + 1e-5)
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
def standardize_dim0_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, n_cols, share, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
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
def standardize_dim0_statistics_kernel(total_ptr, squares_ptr, mean_ptr, spread_ptr, n_rows, n_shares, n_cols,
                                       SHARES: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    mean = load_sum(total_ptr, cols, n_shares, n_cols, SHARES) / n_rows
    squares_sum = load_sum(squares_ptr, cols, n_shares, n_cols, SHARES) - mean * mean * n_rows
    squares_sum = tl.maximum(squares_sum, 0.0).to(tl.float32)
    tl.store(mean_ptr + cols, mean.to(tl.float32), mask=cols < n_cols)
    tl.store(spread_ptr + cols, tl.sqrt(squares_sum / (n_rows - 1)) + 1e-5, mask=cols < n_cols)


@triton.jit
def standardize_dim0_kernel(x_ptr, mean_ptr, spread_ptr, y_ptr, n_rows, n_cols, share, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_rows)
    mean = tl.load(mean_ptr + cols, mask=cols < n_cols, other=0.0)
    spread = tl.load(spread_ptr + cols, mask=cols < n_cols, other=1.0)
    for start in range(first, end, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        mask = (rows[:, None] < end) & (cols[None, :] < n_cols)
        y = (load_tile(x_ptr, rows, cols, end, n_cols) - mean[None, :]) / spread[None, :]
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], y, mask=mask)


def standardize_dim0_triton(x):
    x = x.contiguous()
    n_rows = x.shape[0]
    n_cols = x.numel() // n_rows
    share = max(triton.cdiv(n_rows, 64), 64)
    n_shares = triton.cdiv(n_rows, share)
    total = torch.empty((n_shares, n_cols), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    mean = torch.empty(n_cols, dtype=torch.float32, device=x.device)
    spread = torch.empty_like(mean)
    y = torch.empty_like(x)
    blocks = triton.cdiv(n_cols, 64)
    standardize_dim0_share_kernel[(blocks, n_shares)](x, total, squares, n_rows, n_cols, share, BLOCK_ROWS=32, BLOCK_COLS=64)
    standardize_dim0_statistics_kernel[(blocks,)](total, squares, mean, spread, n_rows, n_shares, n_cols, SHARES=64, BLOCK_COLS=64)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    standardize_dim0_kernel[(blocks, n_shares)](x, mean, spread, y, n_rows, n_cols, share, BLOCK_ROWS=32, BLOCK_COLS=64, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
