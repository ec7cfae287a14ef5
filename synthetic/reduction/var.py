"""Variance of each row, y[i] = sum_j (x[i, j] - mean[i])^2 / (n - 1), and its root.

One program takes one row and reads it twice: the mean first, then the squares of the deviations. The short
way, E[x^2] - E[x]^2, subtracts two large numbers and loses every digit of a row that lies far from zero.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def var_torch(x):
    x = torch.relu(x)
    y = torch.var(x, dim=-1, unbiased=True)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def var_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
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
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, and its squares are taken off.
    drift_sum = tl.sum(drift, axis=0)
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / n_cols, 0.0)
    y = squares_sum / (n_cols - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def var_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    var_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
