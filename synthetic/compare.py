"""Comparison of two tensors, y = x > z, and the logic on comparisons; y is bool.

The inputs are halves of whole numbers, so that equality happens. A comparison gives a block of one-bit integers;
&, | and ^ work on these, and the store widens them to the bytes of a bool tensor.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randint(-4, 5, shape) / 2, torch.randint(-4, 5, shape) / 2


def compare_torch(x, z):
    y = torch.gt(x, z)
    return y


@triton.jit
def compare_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x > z
    tl.store(y_ptr + offsets, y, mask=mask)


def compare_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x, dtype=torch.bool)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    compare_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "ge": {"torch.gt(x, z)": "x >= z", "y = x > z": "y = x >= z"},
    "lt": {"torch.gt(x, z)": "x < z", "y = x > z": "y = x < z"},
    "le": {"torch.gt(x, z)": "x <= z", "y = x > z": "y = x <= z"},
    "eq": {"torch.gt(x, z)": "x == z", "y = x > z": "y = x == z"},
    "ne": {"torch.gt(x, z)": "x != z", "y = x > z": "y = x != z"},
    "gt_abs": {"torch.gt(x, z)": "torch.abs(x) > torch.abs(z)", "y = x > z": "y = tl.abs(x) > tl.abs(z)"},
    "gt_both": {"torch.gt(x, z)": "(x > 0) & (z > 0)", "y = x > z": "y = (x > 0.0) & (z > 0.0)"},
    "gt_either": {"torch.gt(x, z)": "(x > 0) | (z > 0)", "y = x > z": "y = (x > 0.0) | (z > 0.0)"},
    "differ": {"torch.gt(x, z)": "(x > 0) ^ (z > 0)", "y = x > z": "y = (x > 0.0) ^ (z > 0.0)"},
    "not_both": {"torch.gt(x, z)": "~((x > 0) & (z > 0))", "y = x > z": "y = ((x > 0.0) & (z > 0.0)) == 0"},
    "same_sign": {"torch.gt(x, z)": "x * z > 0", "y = x > z": "y = x * z > 0.0"},
    "between": {"torch.gt(x, z)": "(x > -1.0) & (x < z)", "y = x > z": "y = (x > -1.0) & (x < z)"},
    "logical_and": {"torch.gt(x, z)": "torch.logical_and(x, z)", "y = x > z": "y = (x != 0.0) & (z != 0.0)"},
    "logical_or": {"torch.gt(x, z)": "torch.logical_or(x, z)", "y = x > z": "y = (x != 0.0) | (z != 0.0)"},
    "logical_xor": {"torch.gt(x, z)": "torch.logical_xor(x, z)", "y = x > z": "y = (x != 0.0) ^ (z != 0.0)"},
    "and_not": {"torch.gt(x, z)": "torch.logical_and(x > z, torch.logical_not(z > 0))",
                "y = x > z": "y = (x > z) & (z <= 0.0)"},
    "gt_double": {"torch.gt(x, z)": "x > 2.0 * z", "y = x > z": "y = x > 2.0 * z"},
    "gt_minus": {"torch.gt(x, z)": "-x > z", "y = x > z": "y = -x > z"},
    "ge_max": {"torch.gt(x, z)": "torch.maximum(x, z) >= 1.0", "y = x > z": "y = tl.maximum(x, z) >= 1.0"},
    "lt_min": {"torch.gt(x, z)": "torch.minimum(x, z) < -0.5", "y = x > z": "y = tl.minimum(x, z) < -0.5"},
    "gt_half": {"torch.gt(x, z)": "0.5 * x >= z", "y = x > z": "y = 0.5 * x >= z"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
