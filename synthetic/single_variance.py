"""One variance over any dimensions, of x[a, b, c, d] over a and c, say; the standard deviation is its root.

What is kept, and what is reduced, are at most two groups of neighbouring dimensions each: the place of element (r, c) is
r // n_low * high + r % n_low * low + c // n_second * first + c % n_second * second. A program takes ROWS results at a time,
and walks their elements in tiles of BLOCK twice: for the mean, then for the squares of the deviations from it.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]


def make(*shape):
    return (torch.randn(shape),)


def single_variance_torch(x):
    y = torch.var(x, dim=(0, 2))
    return y


@triton.jit
def load_tile(places_ptr, mask):
    return tl.load(places_ptr, mask=mask, other=0.0).to(tl.float32)


@triton.jit
def single_variance_kernel(x_ptr, y_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts_ptr = x_ptr + (rows // n_low * high + rows % n_low * low)[:, None]
    total = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < n_cols)
        x = load_tile(starts_ptr + cols // n_second * first + cols % n_second * second, mask)
        total += tl.where(mask, x, 0.0)
    mean = tl.sum(total, axis=1)[:, None] / n_cols
    drift = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    squares = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < n_cols)
        x = load_tile(starts_ptr + cols // n_second * first + cols % n_second * second, mask)
        deviation = tl.where(mask, x - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is taken out again.
    rest = tl.sum(squares, axis=1) - tl.sum(drift, axis=1) * tl.sum(drift, axis=1) / n_cols
    y = tl.maximum(rest, 0.0) / (n_cols - 1)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)


def single_variance_triton(x):
    x = x.contiguous()
    A, B, C, D = x.shape
    n_rows, n_low, high, low = B * D, D, C * D, 1
    n_cols, n_second, first, second = A * C, C, B * C * D, D
    y = x.new_empty((B, D))
    grid = (triton.cdiv(n_rows, 16),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    single_variance_kernel[grid](x, y, n_rows, n_low, high, low, n_cols, n_second, first, second, ROWS=16, BLOCK=64, enable_fp_fusion=False)
    return y


FAMILY = {
    "std": {"torch.var": "torch.std", "y = tl.maximum(rest, 0.0) / (n_cols - 1)": "y = tl.sqrt(tl.maximum(rest, 0.0) / (n_cols - 1))"},
    "var_biased": {"torch.var(x, ": "torch.var(x, correction=0, ", "(n_cols - 1)": "n_cols"},
    "std_biased": {"torch.var(x, ": "torch.std(x, correction=0, ",
                   "y = tl.maximum(rest, 0.0) / (n_cols - 1)": "y = tl.sqrt(tl.maximum(rest, 0.0) / n_cols)"},
}

AXES = ["DIMS"]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
