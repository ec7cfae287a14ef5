"""Generalised mean of each image, y = mean(max(x, eps) ** p over height and width) ** (1 / p), as GeM pooling takes it.

One program owns one row of the plane, which it reads tile by tile; the root of a positive number is
exp(log(x) / p), in float64: the logarithm of a small number is large, and its rounding with it.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 4, 9, 33)]  # N, C, H, W


def make(*shape):
    return (torch.randn(shape),)


def generalized_mean_torch(x):
    x = x.clamp(min=0.000001)
    x = x.pow(3.0)
    y = x.mean(dim=(-2, -1))
    y = y.pow(1.0 / 3.0)
    return y


@triton.jit
def generalized_mean_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.000001)
        x = x * x * x
        total += tl.where(cols < n_cols, x, 0.0)
    y = tl.sum(total, axis=0) / n_cols
    y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)
    tl.store(y_ptr + row, y)


def generalized_mean_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-2] * x.shape[-1]
    y = x.new_empty(x.shape[:-2])
    generalized_mean_kernel[(x.numel() // n_cols,)](x, y, n_cols, BLOCK=512)
    return y


FAMILY = {
    "generalized_mean_of_rows": {
        "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 4, 9, 33)]": "CASES = [(1, 1, 2), (2, 3, 7), (3, 4, 700)]",
        "dim=(-2, -1)": "dim=-1",
        "n_cols = x.shape[-2] * x.shape[-1]": "n_cols = x.shape[-1]",
        "x.shape[:-2]": "x.shape[:-1]",
    },
    "generalized_mean_kept": {"dim=(-2, -1)": "dim=(-2, -1), keepdim=True", "x.new_empty(x.shape[:-2])": "x.new_empty(x.shape[:-2] + (1, 1))"},
    "generalized_mean_of_volumes": {
        "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 4, 9, 33)]": "CASES = [(1, 1, 1, 2, 2), (2, 3, 4, 5, 7), (3, 4, 2, 9, 17)]",
        "dim=(-2, -1)": "dim=(-3, -2, -1)",
        "n_cols = x.shape[-2] * x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
        "x.shape[:-2]": "x.shape[:-3]",
    },
}
AXES = [
    {
        "abs": {"x = x.clamp(min=0.000001)": "x = x.abs() + 0.01", "x = tl.maximum(x, 0.000001)": "x = tl.abs(x) + 0.01"},
        "relu": {"x = x.clamp(min=0.000001)": "x = torch.relu(x) + 0.001", "x = tl.maximum(x, 0.000001)": "x = tl.maximum(x, 0.0) + 0.001"},
        "clamp_1e_3": {"x = x.clamp(min=0.000001)": "x = torch.clamp(x, min=0.001)", "x = tl.maximum(x, 0.000001)": "x = tl.maximum(x, 0.001)"},
    },
    {
        "square": {"x = x.pow(3.0)": "x = x ** 2", "y = y.pow(1.0 / 3.0)": "y = y.sqrt()", "x = x * x * x": "x = x * x",
                   "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = tl.sqrt_rn(y)"},
        "fourth": {"x = x.pow(3.0)": "x = x.pow(4)", "y = y.pow(1.0 / 3.0)": "y = y.pow(0.25)", "x = x * x * x": "t = x * x\nx = t * t",
                   "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = tl.sqrt(tl.sqrt(y))"},
        "geometric": {"x = x.pow(3.0)": "x = torch.log(x)", "y = y.pow(1.0 / 3.0)": "y = torch.exp(y)", "x = x * x * x": "x = tl.log(x)",
                      "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = tl.exp(y)"},
        "harmonic": {"x = x.pow(3.0)": "x = 1.0 / x", "y = y.pow(1.0 / 3.0)": "y = 1.0 / y", "x = x * x * x": "x = 1.0 / x",
                     "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = 1.0 / y"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
