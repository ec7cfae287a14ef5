"""Mean and standard deviation over any dimensions from one reading of x, two results: what a score is made of, or a batch norm.

What is kept, and what is reduced, are two groups of neighbouring dimensions each (or one, or three): the place of element (r, c) is
r // n_low * high + r % n_low * low + c // n_second * first + c % n_second * second. A program takes ROWS results at
a time and one of at most 64 shares of their elements, and walks it in tiles of BLOCK. A second launch folds the shares into both.
Sums are float64, where E[x^2] - E[x]^2 has digits to lose: the square of a float32 is exact there, and memory is the bottleneck.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]


def make(*shape):
    return (torch.randn(shape),)


def two_statistics_torch(x):
    x = torch.relu(x)
    v = torch.mean(x, dim=(0, 2))
    y = torch.std(x, dim=(0, 2))
    v = torch.abs(v)
    y = y + 1e-5
    return v, y


@triton.jit
def two_statistics_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                                ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts_ptr = x_ptr + (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    total = tl.zeros([ROWS, BLOCK], dtype=tl.float64)
    squares = tl.zeros([ROWS, BLOCK], dtype=tl.float64)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        x = tl.load(starts_ptr + cols // n_second * first + cols % n_second * second, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, 0.0).to(tl.float64)
        total += x
        squares += x * x
    offsets = tl.program_id(1).to(tl.int64) * n_rows + rows
    tl.store(total_ptr + offsets, tl.sum(total, axis=1), mask=rows < n_rows)
    tl.store(squares_ptr + offsets, tl.sum(squares, axis=1), mask=rows < n_rows)


@triton.jit
def load_sum(partial_ptr, rows, n_rows, n_shares, SHARES: tl.constexpr):
    shares = tl.arange(0, SHARES).to(tl.int64)
    mask = (shares[:, None] < n_shares) & (rows < n_rows)
    return tl.sum(tl.load(partial_ptr + shares[:, None] * n_rows + rows, mask=mask, other=0.0), axis=0)


@triton.jit
def two_statistics_kernel(total_ptr, squares_ptr, v_ptr, y_ptr, n_rows, n_cols, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = load_sum(total_ptr, rows, n_rows, n_shares, SHARES)
    squares = load_sum(squares_ptr, rows, n_rows, n_shares, SHARES)
    v = (total / n_cols).to(tl.float32)
    y = tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)
    y = tl.sqrt(y).to(tl.float32)
    v = tl.abs(v)
    y = 1e-5 + y
    tl.store(v_ptr + rows, v, mask=rows < n_rows)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)


def two_statistics_triton(x):
    x = x.contiguous()
    A, B, C, D = x.shape
    n_rows, n_low, high, low = B * D, D, C * D, 1
    n_cols, n_second, first, second = A * C, C, B * C * D, D
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    total = torch.empty((n_shares, n_rows), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = x.new_empty((B, D))
    v = torch.empty_like(y)
    grid = (triton.cdiv(n_rows, 16), n_shares)
    two_statistics_share_kernel[grid](x, total, squares, n_rows, n_low, high, low, n_cols, n_second, first, second, share, ROWS=16, BLOCK=64)
    two_statistics_kernel[(triton.cdiv(n_rows, 64),)](total, squares, v, y, n_rows, n_cols, n_shares, SHARES=64, BLOCK=64)
    return v, y


FAMILY = {
    "var": {"torch.std(": "torch.var(", "tl.sqrt(y)": "y"},
    "biased": {"torch.std(x, ": "torch.std(x, correction=0, ", "(n_cols - 1)": "n_cols"},
    "var_biased": {"torch.std(x, ": "torch.var(x, correction=0, ", "(n_cols - 1)": "n_cols", "tl.sqrt(y)": "y"},
    "sum_squares": {"torch.mean(x, ": "torch.sum(x, ", "torch.std(x, ": "torch.sum(x * x, ", "(total / n_cols)": "total",
                    "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares", "tl.sqrt(y)": "y"},
    "mean_power": {"torch.std(x, ": "torch.mean(x * x, ", "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares / n_cols",
                   "tl.sqrt(y)": "y"},
    "sum_norm": {"torch.mean(x, ": "torch.sum(x, ", "torch.std(": "torch.linalg.vector_norm(", "(total / n_cols)": "total",
                 "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"},
    "mean_norm": {"torch.std(": "torch.linalg.vector_norm(", "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"},
}

AXES = [
    "DIMS",
    {"turned": {"return v, y": "return y, v"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("TAIL_X", "v = torch.abs(v)", "v = tl.abs(v)", "optional"),
    ("TAIL_X", "y = y + 1e-5", "y = 1e-5 + y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
