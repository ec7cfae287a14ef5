"""Batch norm of features, y[i, j] = (x[i, j] - mean[j]) / sqrt(var[j] + eps) * weight[j] + bias[j], in
training.

Three launches over strips of BLOCK_COLS features, so that loads are coalesced, whose rows are cut into at
most 64 shares, so that few features keep the whole machine busy: sums of each share, in float64, where E[x^2]
- E[x]^2 has digits to lose; their fold, the mean and the scale of each feature; and the result, a share a
program as at first.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 1), (33, 3), (70, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])


def batch_norm_rows_torch(x, weight, bias):
    x = torch.relu(x)
    y = F.batch_norm(x, None, None, weight, bias, training=True, eps=1e-5)
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
def batch_norm_rows_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, n_cols, share, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
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
def batch_norm_rows_statistics_kernel(total_ptr, squares_ptr, mean_ptr, scale_ptr, n_rows, n_shares, n_cols,
                                      SHARES: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    mean = load_sum(total_ptr, cols, n_shares, n_cols, SHARES) / n_rows
    var = tl.maximum(load_sum(squares_ptr, cols, n_shares, n_cols, SHARES) / n_rows - mean * mean, 0.0).to(tl.float32)
    tl.store(mean_ptr + cols, mean.to(tl.float32), mask=cols < n_cols)
    tl.store(scale_ptr + cols, tl.rsqrt(var + 1e-5), mask=cols < n_cols)


@triton.jit
def batch_norm_rows_kernel(x_ptr, mean_ptr, scale_ptr, weight_ptr, bias_ptr, y_ptr, n_rows, n_cols, share,
                           BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_rows)
    mean = tl.load(mean_ptr + cols, mask=cols < n_cols, other=0.0)
    scale = tl.load(scale_ptr + cols, mask=cols < n_cols, other=0.0)
    weight = tl.load(weight_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    bias = tl.load(bias_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    for start in range(first, end, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        mask = (rows[:, None] < end) & (cols[None, :] < n_cols)
        y = (load_tile(x_ptr, rows, cols, end, n_cols) - mean[None, :]) * scale[None, :]
        y = y * weight[None, :] + bias[None, :]
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], y, mask=mask)


def batch_norm_rows_triton(x, weight, bias):
    x = x.contiguous()
    n_rows, n_cols = x.shape
    share = max(triton.cdiv(n_rows, 64), 64)
    n_shares = triton.cdiv(n_rows, share)
    total = torch.empty((n_shares, n_cols), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    mean = torch.empty(n_cols, dtype=torch.float32, device=x.device)
    scale = torch.empty_like(mean)
    y = torch.empty_like(x)
    blocks = triton.cdiv(n_cols, 64)
    batch_norm_rows_share_kernel[(blocks, n_shares)](x, total, squares, n_rows, n_cols, share, BLOCK_ROWS=32, BLOCK_COLS=64)
    batch_norm_rows_statistics_kernel[(blocks,)](total, squares, mean, scale, n_rows, n_shares, n_cols, SHARES=64, BLOCK_COLS=64)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    batch_norm_rows_kernel[(blocks, n_shares)](x, mean, scale, weight, bias, y, n_rows, n_cols, share,
                                               BLOCK_ROWS=32, BLOCK_COLS=64, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
