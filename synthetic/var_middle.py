"""Variance over a dimension in the middle, y[b, n] = sum_m (x[b, m, n] - mean[b, n])^2 / (M - 1), and its root.

Whatever the rank, x is (n_outer, n_rows, n_cols). A program takes BLOCK_COLS neighbouring columns of one outer index, so
that its loads are coalesced, and walks down them twice: for the means, then for the squares of the deviations.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]


def make(*shape):
    return (torch.randn(shape),)


def var_middle_torch(x):
    x = torch.relu(x)
    y = torch.var(x, dim=-2, unbiased=True)
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
def var_middle_kernel(x_ptr, y_ptr, n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    n_blocks = tl.cdiv(n_cols, BLOCK_COLS)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    cols = tl.program_id(0) % n_blocks * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    plane_ptr = x_ptr + outer * n_rows * n_cols
    total = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        total += tl.where(rows[:, None] < n_rows, load_tile(plane_ptr, rows, cols, n_rows, n_cols), 0.0)
    mean = tl.sum(total, axis=0) / n_rows

    drift = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    squares = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        x = load_tile(plane_ptr, rows, cols, n_rows, n_cols)
        deviation = tl.where(rows[:, None] < n_rows, x - mean[None, :], 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, and its squares are taken off.
    drift_sum = tl.sum(drift, axis=0)
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / n_rows, 0.0)
    y = squares_sum / (n_rows - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_cols + cols, y, mask=cols < n_cols)


def var_middle_triton(x):
    x = x.contiguous()
    n_rows, n_cols = x.shape[-2:]
    n_outer = x.numel() // (n_rows * n_cols)
    y = x.new_empty(x.shape[:-2] + x.shape[-1:])
    grid = (n_outer * triton.cdiv(n_cols, 64),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    var_middle_kernel[grid](x, y, n_rows, n_cols, BLOCK_ROWS=16, BLOCK_COLS=64, enable_fp_fusion=False)
    return y


FAMILY = {
    "std": {"torch.var": "torch.std", "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / (n_rows - 1))"},
    "var_biased": {"unbiased=True": "unbiased=False", "y = squares_sum / (n_rows - 1)": "y = squares_sum / n_rows"},
    "std_biased": {"torch.var": "torch.std", "unbiased=True": "unbiased=False",
                   "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / n_rows)"},
}

AXES = [
    {
        "keepdim": {"dim=-2": "dim=-2, keepdim=True", "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]"},
        "dim3": {"CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]": "CASES = [(1, 2, 1, 1), (2, 17, 3, 5), (2, 3, 9, 4, 5)]",
                 "dim=-2": "dim=-3", "n_rows, n_cols = x.shape[-2:]": "n_rows, n_cols = x.shape[-3], x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]"},
        "dim3_keepdim": {"CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]": "CASES = [(1, 2, 1, 1), (2, 17, 3, 5), (2, 3, 9, 4, 5)]",
                         "dim=-2": "dim=-3, keepdim=True", "n_rows, n_cols = x.shape[-2:]": "n_rows, n_cols = x.shape[-3], x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + (1,) + x.shape[-2:]"},
        "dim4": {"CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]": "CASES = [(1, 2, 1, 1, 1), (2, 17, 3, 4, 5)]",
                 "dim=-2": "dim=-4", "n_rows, n_cols = x.shape[-2:]": "n_rows, n_cols = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + x.shape[-3:]"},
        "dim4_keepdim": {"CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]": "CASES = [(1, 2, 1, 1, 1), (2, 17, 3, 4, 5)]",
                         "dim=-2": "dim=-4, keepdim=True", "n_rows, n_cols = x.shape[-2:]": "n_rows, n_cols = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + (1,) + x.shape[-3:]"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
