"""Batch norm of the rows of a linear layer in training, then a second tensor: a bias, a scale, a residual.

A program owns 64 columns and reads their rows three times: for the mean, for the variance, and to normalise; z joins in the
last.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 1), (33, 3), (17, 5), (40, 70)]


def make(*shape):
    z = torch.randn(shape[1])
    return torch.randn(shape), z, torch.randn(shape[1]), torch.randn(shape[1])


def batch_norm_rows_tail_torch(x, z, weight, bias):
    y = F.batch_norm(x, None, None, weight, bias, training=True, eps=1e-5)
    y = torch.sigmoid(y)
    y = y + z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, rows, cols, n_rows, n_cols):
    mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
    x = tl.load(x_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], mask=mask, other=0.0).to(tl.float32)
    return x


@triton.jit
def batch_norm_rows_tail_kernel(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr, n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
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
        z = tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]
        y = tl.sigmoid(y)
        y = z + y
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], y, mask=mask)


def batch_norm_rows_tail_triton(x, z, weight, bias):
    x, z = x.contiguous(), z.contiguous()
    n_rows, n_cols = x.shape
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_cols, 64),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    batch_norm_rows_tail_kernel[grid](x, z, weight, bias, y, n_rows, n_cols, BLOCK_ROWS=16, BLOCK_COLS=64, enable_fp_fusion=False)
    return y


FAMILY = {
    "batch_norm_rows_tail_plain": {
        "z, torch.randn(shape[1]), torch.randn(shape[1])": "z",
        "(x, z, weight, bias)": "(x, z)",
        "None, None, weight, bias, training": "None, None, training",
        "x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr": "x_ptr, z_ptr, y_ptr",
        "weight = tl.load(weight_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "",
        "bias = tl.load(bias_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "",
        "y = y * weight[None, :] + bias[None, :]": "",
        "(x, z, weight, bias, y, n_rows": "(x, z, y, n_rows",
    },
}

AXES = [
    {
        "full": {"z = torch.randn(shape[1])": "z = torch.randn(shape)",
                 "tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]":
                     "tl.load(z_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], mask=mask, other=0.0).to(tl.float32)"},
        "row": {"z = torch.randn(shape[1])": "z = torch.randn(1, shape[1])"},
        "one": {"z = torch.randn(shape[1])": "z = torch.randn(1)", "tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]": "tl.load(z_ptr).to(tl.float32)"},
        "scalar": {"z = torch.randn(shape[1])": "z = torch.randn(())", "tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]": "tl.load(z_ptr).to(tl.float32)"},
    },
    {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
