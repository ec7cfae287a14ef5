"""Two statistics of one tensor given to another, y = z * std(x) + mean(x) of each row: the style of an image, the scale of a series given back.

The two share their leading sizes alone. One program takes one row of x, reads it for the mean and for the squares of the deviations,
and then walks the row of z that belongs to it.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((1, 2), (1, 1)), ((3, 33), (3, 5)), ((2, 3, 65), (2, 3, 7)), ((2, 3, 2, 17), (2, 3, 2, 9)), ((2, 2100), (2, 1100))]


def make(x_shape, z_shape):
    return torch.randn(x_shape), torch.randn(z_shape)


def statistics_given_torch(x, z):
    std = torch.std(x, dim=-1, keepdim=True)
    mean = torch.mean(x, dim=-1, keepdim=True)
    y = z * std + mean
    y = torch.relu(y)
    return y


@triton.jit
def load_tile(row_ptr, cols, n_cols):
    return tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)


@triton.jit
def statistics_given_kernel(x_ptr, z_ptr, y_ptr, n_cols, n_given, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        total += load_tile(row_ptr, start + tl.arange(0, BLOCK), n_cols)
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
    std = tl.sqrt(squares_sum / (n_cols - 1))
    for start in range(0, n_given, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        z = load_tile(z_ptr + row * n_given, cols, n_given)
        y = z * std + mean
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + row * n_given + cols, y, mask=cols < n_given)


def statistics_given_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols, n_given = x.shape[-1], z.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(z)
    block = min(triton.next_power_of_2(max(n_cols, n_given)), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    statistics_given_kernel[(n_rows,)](x, z, y, n_cols, n_given, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "biased": {"torch.std(x,": "torch.std(x, correction=0,", "squares_sum / (n_cols - 1)": "squares_sum / n_cols"},
    "var": {"torch.std": "torch.var", "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = squares_sum / (n_cols - 1)"},
    "var_biased": {"torch.std(x,": "torch.var(x, correction=0,", "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = squares_sum / n_cols"},
    "root_of_var": ({"torch.std(x,": "torch.sqrt(torch.var(x,", "keepdim=True)\n    mean": "keepdim=True) + 1e-{0})\nmean",
                     "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = tl.sqrt(squares_sum / (n_cols - 1) + 1e-{0})"}, "5 6 8"),
    "root_of_biased": ({"torch.std(x,": "torch.sqrt(torch.var(x, correction=0,", "keepdim=True)\n    mean": "keepdim=True) + 1e-{0})\nmean",
                        "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = tl.sqrt(squares_sum / n_cols + 1e-{0})"}, "5 6 8"),
}

AXES = [
    {  # over which dimensions
        "planes": {"CASES = [((1, 2), (1, 1)), ((3, 33), (3, 5)), ((2, 3, 65), (2, 3, 7)), ((2, 3, 2, 17), (2, 3, 2, 9)), ((2, 2100), (2, 1100))]":
                       "CASES = [((1, 1, 1, 2), (1, 1, 1, 1)), ((2, 3, 4, 13), (2, 3, 2, 7)), ((2, 3, 5, 7), (2, 3, 6, 9)), ((1, 2, 40, 30), (1, 2, 50, 27))]",
                   "dim=-1": "dim=(2, 3)",
                   "n_cols, n_given = x.shape[-1], z.shape[-1]": "n_cols, n_given = x.shape[2] * x.shape[3], z.shape[2] * z.shape[3]"},
    },
    {"given_first": {"def statistics_given_torch(x, z)": "def statistics_given_torch(z, x)", "def statistics_given_triton(x, z)": "def statistics_given_triton(z, x)",
                     "return torch.randn(x_shape), torch.randn(z_shape)": "return torch.randn(z_shape), torch.randn(x_shape)"}},
    {  # how they join
        "standardize": ({"y = z * std + mean": "y = (z - mean) / (std + 1e-{0})"}, "5 6 8"),
        "quotient": {"y = z * std + mean": "y = (z - mean) / std"},
        "shift": {"y = z * std + mean": "y = (z + mean) * std"},
        "scale": ({"y = z * std + mean": "y = z * (std + 1e-{0}) + mean"}, "5 6"),
        "one_more": {"y = z * std + mean": "y = z * (1.0 + std) + mean"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
