"""Scale and shift by two numbers, y = x * 1.7 + 0.3, and the other orders of the two.

The numbers are literals in the kernel. PyTorch rounds after the product and again after the sum; the compiler may
fuse the two into one rounding, which is never farther from the truth.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def scalar_affine_torch(x):
    y = x * 1.7
    y = y + 0.3
    return y


@triton.jit
def scalar_affine_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x * 1.7
    y = y + 0.3
    tl.store(y_ptr + offsets, y, mask=mask)


def scalar_affine_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    scalar_affine_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


AXES = [
    {
        "times_01": {"y = x * 1.7": "y = x * 0.1"},
        "times_025": {"y = x * 1.7": "y = x * 0.25"},
        "times_03": {"y = x * 1.7": "y = x * 0.3"},
        "times_05": {"y = x * 1.7": "y = x * 0.5"},
        "times_075": {"y = x * 1.7": "y = x * 0.75"},
        "times_09": {"y = x * 1.7": "y = x * 0.9"},
        "times_11": {"y = x * 1.7": "y = x * 1.1"},
        "times_125": {"y = x * 1.7": "y = x * 1.25"},
        "times_15": {"y = x * 1.7": "y = x * 1.5"},
        "times_18": {"y = x * 1.7": "y = x * 1.8"},
        "times_20": {"y = x * 1.7": "y = x * 2.0"},
        "times_25": {"y = x * 1.7": "y = x * 2.5"},
        "times_30": {"y = x * 1.7": "y = x * 3.0"},
        "times_40": {"y = x * 1.7": "y = x * 4.0"},
        "times_50": {"y = x * 1.7": "y = x * 5.0"},
        "times_75": {"y = x * 1.7": "y = x * 7.5"},
        "times_100": {"y = x * 1.7": "y = x * 10.0"},
        "times_m10": {"y = x * 1.7": "y = x * -1.0"},
        "times_m05": {"y = x * 1.7": "y = x * -0.5"},
        "times_m20": {"y = x * 1.7": "y = x * -2.0"},
        "times_0125": {"y = x * 1.7": "y = x * 0.125"},
        "times_001": {"y = x * 1.7": "y = x * 0.01"},
        "times_1000": {"y = x * 1.7": "y = x * 100.0"},
        "times_00625": {"y = x * 1.7": "y = x * 0.0625"},
        "over_03": {"y = x * 1.7": "y = x / 0.3"},
        "over_17": {"y = x * 1.7": "y = x / 1.7"},
        "over_20": {"y = x * 1.7": "y = x / 2.0"},
        "over_40": {"y = x * 1.7": "y = x / 4.0"},
        "over_50": {"y = x * 1.7": "y = x / 5.0"},
        "over_60": {"y = x * 1.7": "y = x / 6.0"},
        "over_100": {"y = x * 1.7": "y = x / 10.0"},
        "over_2550": {"y = x * 1.7": "y = x / 255.0"},
        "after_02": {"y = x * 1.7": "y = (x + 0.2) * 1.7"},
        "after_10": {"y = x * 1.7": "y = (x + 1.0) * 1.7"},
        "after_20": {"y = x * 1.7": "y = (x + 2.0) * 1.7"},
        "after_30": {"y = x * 1.7": "y = (x + 3.0) * 1.7"},
    },
    {
        "plus_01": {"y = y + 0.3": "y = y + 0.1"},
        "plus_02": {"y = y + 0.3": "y = y + 0.2"},
        "plus_025": {"y = y + 0.3": "y = y + 0.25"},
        "plus_05": {"y = y + 0.3": "y = y + 0.5"},
        "plus_07": {"y = y + 0.3": "y = y + 0.7"},
        "plus_10": {"y = y + 0.3": "y = y + 1.0"},
        "plus_15": {"y = y + 0.3": "y = y + 1.5"},
        "plus_20": {"y = y + 0.3": "y = y + 2.0"},
        "plus_30": {"y = y + 0.3": "y = y + 3.0"},
        "plus_50": {"y = y + 0.3": "y = y + 5.0"},
        "plus_100": {"y = y + 0.3": "y = y + 10.0"},
        "plus_001": {"y = y + 0.3": "y = y + 0.01"},
        "plus_1em3": {"y = y + 0.3": "y = y + 1e-3"},
        "plus_005": {"y = y + 0.3": "y = y + 0.05"},
        "plus_033": {"y = y + 0.3": "y = y + 0.33"},
        "minus_01": {"y = y + 0.3": "y = y - 0.1"},
        "minus_02": {"y = y + 0.3": "y = y - 0.2"},
        "minus_025": {"y = y + 0.3": "y = y - 0.25"},
        "minus_05": {"y = y + 0.3": "y = y - 0.5"},
        "minus_07": {"y = y + 0.3": "y = y - 0.7"},
        "minus_10": {"y = y + 0.3": "y = y - 1.0"},
        "minus_15": {"y = y + 0.3": "y = y - 1.5"},
        "minus_20": {"y = y + 0.3": "y = y - 2.0"},
        "minus_30": {"y = y + 0.3": "y = y - 3.0"},
        "minus_50": {"y = y + 0.3": "y = y - 5.0"},
        "minus_100": {"y = y + 0.3": "y = y - 10.0"},
        "minus_001": {"y = y + 0.3": "y = y - 0.01"},
        "minus_1em3": {"y = y + 0.3": "y = y - 1e-3"},
        "minus_005": {"y = y + 0.3": "y = y - 0.05"},
        "minus_033": {"y = y + 0.3": "y = y - 0.33"},
        "from_025": {"y = y + 0.3": "y = 0.25 - y"},
        "from_05": {"y = y + 0.3": "y = 0.5 - y"},
        "from_07": {"y = y + 0.3": "y = 0.7 - y"},
        "from_10": {"y = y + 0.3": "y = 1.0 - y"},
        "from_15": {"y = y + 0.3": "y = 1.5 - y"},
        "from_20": {"y = y + 0.3": "y = 2.0 - y"},
        "from_30": {"y = y + 0.3": "y = 3.0 - y"},
        "relu": {"y = y + 0.3": "y = y * y"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
