"""Rows less their mean, over their deviation, and two results of that alone: v = f(t), y = g(t) with t = (x - mean) / std.

What third and fourth moments are means of, a row less its mean and the squares of that. One program takes one row and reads it
three times: for the mean, for the squares about it, for the results.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def moments_to_two_torch(x):
    y = (x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)
    v = torch.sigmoid(y)
    y = v * v
    return v, y


@triton.jit
def moments_to_two_kernel(x_ptr, v_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        lanes += tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    mean = tl.sum(lanes, axis=0) / n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)
    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(row_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = (x - mean) / scale
        v = tl.sigmoid(y)
        y = v * v
        tl.store(v_ptr + row * n_cols + cols, v, mask=mask)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def moments_to_two_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    v, y = torch.empty_like(x), torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    moments_to_two_kernel[(n_rows,)](x, v, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return v, y


FAMILY = {
    "population": {"x.std(dim=-1": "x.std(dim=-1, unbiased=False", "(n_cols - 1)": "n_cols"},
    "plus": ({" / x.std(dim=-1, keepdim=True)": " / (x.std(dim=-1, keepdim=True) + 1e-{0})", "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))":
              "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1)) + 1e-{0}"}, "5 6 8"),
    "population_plus": ({" / x.std(dim=-1, keepdim=True)": " / (x.std(dim=-1, unbiased=False, keepdim=True) + 1e-{0})",
                         "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": "tl.sqrt(tl.sum(lanes, axis=0) / n_cols) + 1e-{0}"}, "5 6 8"),
    "variance": ({" / x.std(dim=-1, keepdim=True)": " / torch.sqrt(x.var(dim=-1, keepdim=True) + 1e-{0})",
                  "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1) + 1e-{0})"}, "5 6 8"),
    "population_variance": ({" / x.std(dim=-1, keepdim=True)": " / torch.sqrt(x.var(dim=-1, unbiased=False, keepdim=True) + 1e-{0})",
                             "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-{0})"}, "5 6 8"),
    "less_mean": {"(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": "x - x.mean(dim=-1, keepdim=True)",
                  """    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)
    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))
""": "", "y = (x - mean) / scale": "y = x - mean"},
    "less_mean_again": {"(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": "x - x.mean(dim=-1, keepdim=True)",
                        """    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)
    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))
""": "", "y = (x - mean) / scale": "y = x - mean"},
    "over_mean": {"(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": "x / x.mean(dim=-1, keepdim=True) - 1.0",
                  "torch.randn(shape),": "torch.rand(shape) + 0.1,",
                  """    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)
    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))
""": "", "y = (x - mean) / scale": "y = x / mean - 1.0"},
}

AXES = [
    ("PROGRAM_TO_VX", "v = torch.sigmoid(y)\n    y = v * v", "v = tl.sigmoid(y)\n        y = v * v"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
