"""Variance and mean of each row at once, torch.var_mean: two outputs from two readings of x.

One program takes one row: the mean first, then the squares of the deviations. The mean of both signs is next to nothing
where they cancel, and a sum in float32 would be off by more than that allows: the sums are float64, as PyTorch's are.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def var_mean_torch(x):
    x = torch.relu(x)
    y, mean = torch.var_mean(x, dim=-1, unbiased=True)
    return y, mean


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def var_mean_kernel(x_ptr, y_ptr, mean_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)
    mean = tl.sum(total, axis=0) / n_cols

    squares = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)
        squares += deviation * deviation
    y = tl.sum(squares, axis=0) / (n_cols - 1)
    tl.store(y_ptr + row, y)
    tl.store(mean_ptr + row, mean)


def var_mean_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
    mean = torch.empty_like(y)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    var_mean_kernel[(n_rows,)](x, y, mean, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y, mean


FAMILY = {
    "std_mean": {"torch.var_mean": "torch.std_mean",
                 "y = tl.sum(squares, axis=0) / (n_cols - 1)": "y = tl.sqrt(tl.sum(squares, axis=0) / (n_cols - 1))"},
    "var_mean_biased": {"unbiased=True": "unbiased=False", "y = tl.sum(squares, axis=0) / (n_cols - 1)": "y = tl.sum(squares, axis=0) / n_cols"},
    "std_mean_biased": {"torch.var_mean": "torch.std_mean", "unbiased=True": "unbiased=False",
                        "y = tl.sum(squares, axis=0) / (n_cols - 1)": "y = tl.sqrt(tl.sum(squares, axis=0) / n_cols)"},
    "mean_var": {"return y, mean": "return mean, y"},
}

AXES = [
    {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
