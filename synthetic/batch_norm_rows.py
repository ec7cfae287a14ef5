"""Batch norm of features, y[i, j] = (x[i, j] - mean[j]) / sqrt(var[j] + eps) * weight[j] + bias[j], in training.

The batch is the first dimension and there is no other to sum over. A program takes a strip of BLOCK_COLS features, so that
its loads are coalesced, and walks down it three times: for the means, for the squares of the deviations, for the result.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 1), (33, 3), (17, 5), (40, 70)]


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
def batch_norm_rows_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
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
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_rows
    var = tl.maximum(tl.sum(squares, axis=0) / n_rows - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-5)
    weight = tl.load(weight_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    bias = tl.load(bias_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
        y = (load_tile(x_ptr, rows, cols, n_rows, n_cols) - mean[None, :] - correction[None, :]) * scale[None, :]
        y = y * weight[None, :] + bias[None, :]
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], y, mask=mask)


def batch_norm_rows_triton(x, weight, bias):
    x = x.contiguous()
    n_rows, n_cols = x.shape
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_cols, 64),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    batch_norm_rows_kernel[grid](x, weight, bias, y, n_rows, n_cols, BLOCK_ROWS=16, BLOCK_COLS=64, enable_fp_fusion=False)
    return y


FAMILY = {
    "batch_norm_rows_plain": {
        "return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])": "return (torch.randn(shape),)",
        "(x, weight, bias)": "(x)",
        "None, None, weight, bias, training": "None, None, training",
        "x_ptr, weight_ptr, bias_ptr, y_ptr": "x_ptr, y_ptr",
        "weight = tl.load(weight_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "",
        "bias = tl.load(bias_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "",
        "y = y * weight[None, :] + bias[None, :]": "",
        "(x, weight, bias, y, n_rows": "(x, y, n_rows",
    },
}

AXES = [
    {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
