"""Standardised rows, y = (x - mean) / (std + eps), with the standard deviation of n - 1.

One program takes one row and reads it three times: for the mean, for the squares of the deviations, for the result.
Here eps stands beside the root, not under it as in a layer norm: a constant row gives 0 / eps.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def standardize_torch(x):
    x = torch.relu(x)
    y = (x - x.mean(dim=-1, keepdim=True)) / (x.std(dim=-1, unbiased=True, keepdim=True) + 1e-5)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def standardize_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)
    mean = tl.sum(total, axis=0) / n_cols

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_cols
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)
    spread = tl.sqrt(squares_sum / (n_cols - 1)) + 1e-5
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        y = (load_tile(row_ptr, cols, n_cols) - mean - correction) / spread
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def standardize_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    standardize_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "standardize_biased": {"unbiased=True": "unbiased=False", "squares_sum / (n_cols - 1)": "squares_sum / n_cols"},
}

AXES = [
    {"eps6": {"1e-5": "1e-6"}, "eps8": {"1e-5": "1e-8"}, "eps3": {"1e-5": "1e-3"}, "eps12": {"1e-5": "1e-12"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
