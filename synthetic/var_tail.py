"""Variance over the last dimension, then a second tensor, y[i] = var_j x[i, j] + z[i].

One program takes one row and reads it twice: the mean first, then the squares of the deviations. The short way,
E[x^2] - E[x]^2, subtracts two large numbers and loses every digit of a row that lies far from zero.
What follows is one element, so z costs one scalar load: an element each, or one number for all.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    x = torch.randn(shape)
    z = torch.randn_like(x.sum(dim=-1))
    return x, z


def var_tail_torch(x, z):
    x = torch.relu(x)
    y = torch.var(x, dim=-1, unbiased=True)
    y = y + z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def var_tail_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
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
    z = tl.load(z_ptr + row).to(tl.float32)
    y = z + y
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def var_tail_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    var_tail_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "std": {"torch.var": "torch.std", "y = squares_sum / (n_cols - 1)": "y = tl.sqrt(squares_sum / (n_cols - 1))"},
    "var_biased": {"unbiased=True": "unbiased=False", "y = squares_sum / (n_cols - 1)": "y = squares_sum / n_cols"},
    "std_biased": {"torch.var": "torch.std", "unbiased=True": "unbiased=False",
                   "y = squares_sum / (n_cols - 1)": "y = tl.sqrt(squares_sum / n_cols)"},
}

AXES = [
    {
        "one": {"z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(1)", "tl.load(z_ptr + row)": "tl.load(z_ptr)"},
        "scalar": {"z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(())", "tl.load(z_ptr + row)": "tl.load(z_ptr)"},
        "inner": {"return x, z": "return x, z[0]", "tl.load(z_ptr + row)": "tl.load(z_ptr + row % n_inner)", "y_ptr, n_cols, BLOCK: tl": "y_ptr, n_cols, n_inner, BLOCK: tl",
                  "(x, z, y, n_cols,": "(x, z, y, n_cols, z.numel(),"},
    },
    {
        "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
        "last2": {"CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                  "dim=-1": "dim=(-2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]", "x.shape[:-1]": "x.shape[:-2]"},
        "last2_keepdim": {"CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                          "dim=-1": "dim=(-2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-2] + (1, 1)"},
        "last3": {"CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                  "dim=-1": "dim=(-3, -2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                  "x.shape[:-1]": "x.shape[:-3]"},
        "last3_keepdim": {"CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                          "dim=-1": "dim=(-3, -2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
