"""A program of single operations on rows and on one statistic of each, its sum, mean, largest or smallest value.

Each row is read twice: once for its statistic, once for the result. The second reading mostly comes from the cache.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_row_sum_torch(x):
    z = torch.sum(x, dim=-1, keepdim=True)
    x = torch.mul(x, z)
    return x


@triton.jit
def program_of_row_sum_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        lanes += tl.where(mask, x, 0.0)
    z = tl.sum(lanes, axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        x = x * z
        tl.store(y_ptr + row * n_cols + cols, x, mask=cols < n_cols)


def program_of_row_sum_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    program_of_row_sum_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "mean": {"torch.sum": "torch.mean", "z = tl.sum(lanes, axis=0)": "z = tl.sum(lanes, axis=0) / n_cols"},
    "amax": {
        "torch.sum": "torch.amax",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
        "z = tl.sum(lanes, axis=0)": "z = tl.max(lanes, axis=0)",
    },
    "amin": {
        "torch.sum": "torch.amin",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
        "z = tl.sum(lanes, axis=0)": "z = tl.min(lanes, axis=0)",
    },
    "square": {"torch.sum(x, ": "torch.sum(x * x, ", "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)"},
    "mean_square": {"torch.sum(x, ": "torch.mean(x ** 2, ", "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                    "z = tl.sum(lanes, axis=0)": "z = tl.sum(lanes, axis=0) / n_cols"},
    "mean_abs": {"torch.sum(x, ": "torch.mean(torch.abs(x), ", "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)",
                 "z = tl.sum(lanes, axis=0)": "z = tl.sum(lanes, axis=0) / n_cols"},
    "largest_abs": {"torch.sum(x, ": "torch.amax(torch.abs(x), ",
                    "lanes += tl.where(mask, x, 0.0)": "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))",
                    "z = tl.sum(lanes, axis=0)": "z = tl.max(lanes, axis=0)"},
    "abs": {"torch.sum(x, ": "torch.sum(torch.abs(x), ", "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)"},
}

AXES = [
    ("PROGRAM_XZ", "x = torch.mul(x, z)", "x = x * z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
