"""Softmax down each column, y[:, j] = exp(x[:, j] - max) / sum(exp(x[:, j] - max)), for columns of any length.

A program takes a strip of BLOCK_COLS columns, so that its loads are coalesced, and walks down it twice, BLOCK_ROWS rows
at a time: for the largest element and the sum, then for the result. The lanes of a column meet between the two walks.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (70, 20), (40, 65)]


def make(*shape):
    return (torch.randn(shape),)


def softmax_dim0_torch(x):
    x = torch.relu(x)
    y = F.softmax(x, dim=0)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, rows, cols, n_rows, n_cols):
    mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
    x = tl.load(x_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return tl.where(mask, x, -float("inf"))


@triton.jit
def softmax_dim0_kernel(x_ptr, y_ptr, n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    largest = tl.full([BLOCK_ROWS, BLOCK_COLS], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    for start in range(0, n_rows, BLOCK_ROWS):
        x = load_tile(x_ptr, start + tl.arange(0, BLOCK_ROWS), cols, n_rows, n_cols)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak[None, :]), axis=0)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
        x = load_tile(x_ptr, rows, cols, n_rows, n_cols)
        y = tl.exp(x - peak[None, :]) / norm[None, :]
        y = tl.sqrt(y)
        y = 0.5 * y
        tl.store(y_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], y, mask=mask)


def softmax_dim0_triton(x):
    x = x.contiguous()
    n_rows = x.shape[0]
    n_cols = x.numel() // n_rows
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_cols, 32),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    softmax_dim0_kernel[grid](x, y, n_rows, n_cols, BLOCK_ROWS=32, BLOCK_COLS=32, enable_fp_fusion=False)
    return y


FAMILY = {
    "log_softmax_dim0": {"F.softmax": "F.log_softmax",
                         "y = tl.exp(x - peak[None, :]) / norm[None, :]": "y = x - peak[None, :] - tl.log(norm)[None, :]"},
    "softmin_dim0": {"F.softmax": "F.softmin", 'return tl.where(mask, x, -float("inf"))': 'return tl.where(mask, -x, -float("inf"))'},
}

AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
