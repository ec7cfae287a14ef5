"""A quotient of two statistics over any dimensions from one reading of x: the coefficient of variation std / mean, a signal to noise.

What is kept, and what is reduced, are two groups of neighbouring dimensions each (or one, or three): the place of element (r, c) is
r // n_low * high + r % n_low * low + c // n_second * first + c % n_second * second. A program takes ROWS results at
a time and one of at most 64 shares of their elements, and walks it in tiles of BLOCK. A second launch folds the shares.
Sums are float64, where E[x^2] - E[x]^2 has digits to lose: the square of a float32 is exact there, and memory is the bottleneck.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]


def make(*shape):
    return (torch.randn(shape),)


def ratio_of_statistics_torch(x):
    x = torch.relu(x)
    v = torch.mean(x, dim=(0, 2))
    y = torch.std(x, dim=(0, 2))
    y = torch.div(y, v)
    y = torch.sigmoid(y)
    return y


@triton.jit
def ratio_of_statistics_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
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
def ratio_of_statistics_kernel(total_ptr, squares_ptr, y_ptr, n_rows, n_cols, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = load_sum(total_ptr, rows, n_rows, n_shares, SHARES)
    squares = load_sum(squares_ptr, rows, n_rows, n_shares, SHARES)
    v = (total / n_cols).to(tl.float32)
    y = tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)
    y = tl.sqrt(y).to(tl.float32)
    y = y / v
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)


def ratio_of_statistics_triton(x):
    x = x.contiguous()
    A, B, C, D = x.shape
    n_rows, n_low, high, low = B * D, D, C * D, 1
    n_cols, n_second, first, second = A * C, C, B * C * D, D
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    total = torch.empty((n_shares, n_rows), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = x.new_empty((B, D))
    grid = (triton.cdiv(n_rows, 16), n_shares)
    ratio_of_statistics_share_kernel[grid](x, total, squares, n_rows, n_low, high, low, n_cols, n_second, first, second, share, ROWS=16, BLOCK=64)
    ratio_of_statistics_kernel[(triton.cdiv(n_rows, 64),)](total, squares, y, n_rows, n_cols, n_shares, SHARES=64, BLOCK=64)
    return y


FAMILY = {
    "var": {"torch.std(": "torch.var(", "tl.sqrt(y)": "y"},
    "biased": {"torch.std(x, ": "torch.std(x, correction=0, ", "(n_cols - 1)": "n_cols"},
    "var_biased": {"torch.std(x, ": "torch.var(x, correction=0, ", "(n_cols - 1)": "n_cols", "tl.sqrt(y)": "y"},
    "sum_squares": {"torch.mean(x, ": "torch.sum(x, ", "torch.std(x, ": "torch.sum(x * x, ", "(total / n_cols)": "total",
                    "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares", "tl.sqrt(y)": "y"},
    "power": {"torch.std(x, ": "torch.mean(x * x, ", "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares / n_cols",
              "tl.sqrt(y)": "y"},
    "sum_norm": {"torch.mean(x, ": "torch.sum(x, ", "torch.std(": "torch.linalg.vector_norm(", "(total / n_cols)": "total",
                 "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"},
    "mean_norm": {"torch.std(": "torch.linalg.vector_norm(", "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"},
    "norms": {"torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ", "torch.std(": "torch.linalg.vector_norm(", "(total / n_cols)": "total",
              "total += x": "total += tl.abs(x)",
              "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"},
    "mean_abs_norm": {"torch.mean(x, ": "torch.mean(torch.abs(x), ", "torch.std(": "torch.linalg.vector_norm(", "total += x": "total += tl.abs(x)",
                      "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"},
}

AXES = [
    "DIMS",
    {  # what becomes of the two
        "eps": ({"torch.div(y, v)": "y / (v + 1e-{0})", "y = y / v": "y = y / (v + 1e-{0})"}, "4 5 6 8"),
        "abs_eps": ({"torch.div(y, v)": "y / (torch.abs(v) + 1e-{0})", "y = y / v": "y = y / (tl.abs(v) + 1e-{0})"}, "5 6 8"),
        "clamped": {"torch.div(y, v)": "y / v.clamp(min=1e-6)", "y = y / v": "y = y / tl.maximum(v, 1e-6)"},
        "turned": {"torch.div(y, v)": "v / y", "y = y / v": "y = v / y"},
        "turned_eps": ({"torch.div(y, v)": "v / (y + 1e-{0})", "y = y / v": "y = v / (y + 1e-{0})"}, "4 5 6 8"),
        "turned_clamped": {"torch.div(y, v)": "v / y.clamp(min=1e-6)", "y = y / v": "y = v / tl.maximum(y, 1e-6)"},
        "square_turned": {"torch.div(y, v)": "v ** 2 / (y + 1e-5)", "y = y / v": "y = v * v / (y + 1e-5)"},
        "over_square": {"torch.div(y, v)": "y / (v ** 2 + 1e-5)", "y = y / v": "y = y / (v * v + 1e-5)"},
        "absolute": {"torch.div(y, v)": "y / torch.abs(v)", "y = y / v": "y = y / tl.abs(v)"},
        "sum": {"torch.div(y, v)": "v + y", "y = y / v": "y = v + y"},
        "difference": {"torch.div(y, v)": "v - y", "y = y / v": "y = v - y"},
        "above": {"torch.div(y, v)": "v + 2.0 * y", "y = y / v": "y = v + 2.0 * y"},
        "below": {"torch.div(y, v)": "v - 0.5 * y", "y = y / v": "y = v - 0.5 * y"},
        "product": {"torch.div(y, v)": "v * y", "y = y / v": "y = v * y"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
