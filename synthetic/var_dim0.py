"""Variance down each column, y[j] = sum_i (x[i, j] - mean[j])^2 / (n - 1), and its root.

A program takes a strip of BLOCK_COLS columns, so that its loads are coalesced, and walks down it twice: for the means,
then for the squares of the deviations. The short way, E[x^2] - E[x]^2, loses every digit far from zero.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (40, 70)]


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
def var_dim0_kernel(x_ptr, y_ptr, n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    total = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        total += tl.where(rows[:, None] < n_rows, load_tile(x_ptr, rows, cols, n_rows, n_cols), 0.0)
    mean = tl.sum(total, axis=0) / n_rows

    drift = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    squares = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        x = load_tile(x_ptr, rows, cols, n_rows, n_cols)
        deviation = tl.where(rows[:, None] < n_rows, x - mean[None, :], 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, and its squares are taken off.
    drift_sum = tl.sum(drift, axis=0)
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / n_rows, 0.0)
    y = squares_sum / (n_rows - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + cols, y, mask=cols < n_cols)


def var_dim0_triton(x):
    x = x.contiguous()
    n_rows = x.shape[0]
    n_cols = x.numel() // n_rows
    y = x.new_empty(x.shape[1:])
    grid = (triton.cdiv(n_cols, 64),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    var_dim0_kernel[grid](x, y, n_rows, n_cols, BLOCK_ROWS=16, BLOCK_COLS=64, enable_fp_fusion=False)
    return y


FAMILY = {
    "std": {"torch.var": "torch.std", "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / (n_rows - 1))"},
    "var_biased": {"unbiased=True": "unbiased=False", "y = squares_sum / (n_rows - 1)": "y = squares_sum / n_rows"},
    "std_biased": {"torch.var": "torch.std", "unbiased=True": "unbiased=False",
                   "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / n_rows)"},
}

AXES = [
    {"keepdim": {"dim=0": "dim=0, keepdim=True", "x.shape[1:]": "(1,) + x.shape[1:]"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
