"""Comparison of a tensor with a number, y = x > 0, as bool.

The inputs are halves of whole numbers, so that equality happens.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randint(-4, 5, shape) / 2,)


def compare_scalar_torch(x):
    y = torch.gt(x, 0)
    return y


@triton.jit
def compare_scalar_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x > 0.0
    tl.store(y_ptr + offsets, y, mask=mask)


def compare_scalar_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x, dtype=torch.bool)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    compare_scalar_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "gt_m10": {"torch.gt(x, 0)": "x > -1.0", "y = x > 0.0": "y = x > -1.0"},
    "ge_m10": {"torch.gt(x, 0)": "x >= -1.0", "y = x > 0.0": "y = x >= -1.0"},
    "lt_m10": {"torch.gt(x, 0)": "x < -1.0", "y = x > 0.0": "y = x < -1.0"},
    "le_m10": {"torch.gt(x, 0)": "x <= -1.0", "y = x > 0.0": "y = x <= -1.0"},
    "eq_m10": {"torch.gt(x, 0)": "x == -1.0", "y = x > 0.0": "y = x == -1.0"},
    "ne_m10": {"torch.gt(x, 0)": "x != -1.0", "y = x > 0.0": "y = x != -1.0"},
    "gt_m05": {"torch.gt(x, 0)": "x > -0.5", "y = x > 0.0": "y = x > -0.5"},
    "ge_m05": {"torch.gt(x, 0)": "x >= -0.5", "y = x > 0.0": "y = x >= -0.5"},
    "lt_m05": {"torch.gt(x, 0)": "x < -0.5", "y = x > 0.0": "y = x < -0.5"},
    "le_m05": {"torch.gt(x, 0)": "x <= -0.5", "y = x > 0.0": "y = x <= -0.5"},
    "eq_m05": {"torch.gt(x, 0)": "x == -0.5", "y = x > 0.0": "y = x == -0.5"},
    "ne_m05": {"torch.gt(x, 0)": "x != -0.5", "y = x > 0.0": "y = x != -0.5"},
    "gt_025": {"torch.gt(x, 0)": "x > 0.25", "y = x > 0.0": "y = x > 0.25"},
    "ge_025": {"torch.gt(x, 0)": "x >= 0.25", "y = x > 0.0": "y = x >= 0.25"},
    "lt_025": {"torch.gt(x, 0)": "x < 0.25", "y = x > 0.0": "y = x < 0.25"},
    "le_025": {"torch.gt(x, 0)": "x <= 0.25", "y = x > 0.0": "y = x <= 0.25"},
    "gt_05": {"torch.gt(x, 0)": "x > 0.5", "y = x > 0.0": "y = x > 0.5"},
    "ge_05": {"torch.gt(x, 0)": "x >= 0.5", "y = x > 0.0": "y = x >= 0.5"},
    "lt_05": {"torch.gt(x, 0)": "x < 0.5", "y = x > 0.0": "y = x < 0.5"},
    "le_05": {"torch.gt(x, 0)": "x <= 0.5", "y = x > 0.0": "y = x <= 0.5"},
    "eq_05": {"torch.gt(x, 0)": "x == 0.5", "y = x > 0.0": "y = x == 0.5"},
    "ne_05": {"torch.gt(x, 0)": "x != 0.5", "y = x > 0.0": "y = x != 0.5"},
    "gt_10": {"torch.gt(x, 0)": "x > 1.0", "y = x > 0.0": "y = x > 1.0"},
    "ge_10": {"torch.gt(x, 0)": "x >= 1.0", "y = x > 0.0": "y = x >= 1.0"},
    "lt_10": {"torch.gt(x, 0)": "x < 1.0", "y = x > 0.0": "y = x < 1.0"},
    "le_10": {"torch.gt(x, 0)": "x <= 1.0", "y = x > 0.0": "y = x <= 1.0"},
    "eq_10": {"torch.gt(x, 0)": "x == 1.0", "y = x > 0.0": "y = x == 1.0"},
    "ne_10": {"torch.gt(x, 0)": "x != 1.0", "y = x > 0.0": "y = x != 1.0"},
    "gt_15": {"torch.gt(x, 0)": "x > 1.5", "y = x > 0.0": "y = x > 1.5"},
    "ge_15": {"torch.gt(x, 0)": "x >= 1.5", "y = x > 0.0": "y = x >= 1.5"},
    "lt_15": {"torch.gt(x, 0)": "x < 1.5", "y = x > 0.0": "y = x < 1.5"},
    "le_15": {"torch.gt(x, 0)": "x <= 1.5", "y = x > 0.0": "y = x <= 1.5"},
    "eq_15": {"torch.gt(x, 0)": "x == 1.5", "y = x > 0.0": "y = x == 1.5"},
    "ne_15": {"torch.gt(x, 0)": "x != 1.5", "y = x > 0.0": "y = x != 1.5"},
    "between": {"torch.gt(x, 0)": "(x >= -1.0) & (x <= 1.0)", "y = x > 0.0": "y = (x >= -1.0) & (x <= 1.0)"},
    "outside": {"torch.gt(x, 0)": "(x < -0.5) | (x > 0.5)", "y = x > 0.0": "y = (x < -0.5) | (x > 0.5)"},
    "abs_gt": {"torch.gt(x, 0)": "torch.abs(x) > 0.75", "y = x > 0.0": "y = tl.abs(x) > 0.75"},
    "abs_le": {"torch.gt(x, 0)": "torch.abs(x) <= 1.0", "y = x > 0.0": "y = tl.abs(x) <= 1.0"},
    "square_gt": {"torch.gt(x, 0)": "x * x > 1.0", "y = x > 0.0": "y = x * x > 1.0"},
    "logical_not": {"torch.gt(x, 0)": "torch.logical_not(x)", "y = x > 0.0": "y = x == 0.0"},
    "is_whole": {"torch.gt(x, 0)": "torch.floor(x) == x", "y = x > 0.0": "y = tl.floor(x) == x"},
    "to_bool": {"torch.gt(x, 0)": "x.to(torch.bool)", "y = x > 0.0": "y = x != 0.0"},
    "between_open": {"torch.gt(x, 0)": "(x > 0.0) & (x < 1.5)", "y = x > 0.0": "y = (x > 0.0) & (x < 1.5)"},
    "not_gt": {"torch.gt(x, 0)": "~(x > 1.0)", "y = x > 0.0": "y = (x > 1.0) == 0"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
