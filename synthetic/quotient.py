"""Quotient of two tensors, y = x / z, and what else divides: rounded quotients, remainders, a repaired 0 / 0.

A remainder must not see a rounded quotient: 6.0 / 0.1 rounded to 60 leaves 0, not 0.0999. In float64 the quotient of two
float32 numbers is never rounded to a whole number that it is not.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return 3.0 * torch.randn(shape), torch.sign(torch.randn(shape)) * (0.5 + torch.rand(shape))


def quotient_torch(x, z):
    y = torch.div(x, z)
    y = torch.sin(y)
    return y


@triton.jit
def quotient_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    y = x / z
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def quotient_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    quotient_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "remainder": {"torch.div(x, z)": "torch.remainder(x, z)",
                  "y = x / z": "quotient = x.to(tl.float64) / z\ny = (x - tl.floor(quotient) * z).to(tl.float32)"},
    "fmod": {"torch.div(x, z)": "torch.fmod(x, z)",
             "y = x / z": "quotient = x.to(tl.float64) / z\n"
                          "whole = tl.where(quotient < 0.0, tl.ceil(quotient), tl.floor(quotient))\ny = (x - whole * z).to(tl.float32)"},
    "floor_divide": {"torch.div(x, z)": "torch.floor_divide(x, z)", "y = x / z": "y = tl.floor(x.to(tl.float64) / z).to(tl.float32)"},
    "divide_trunc": {"torch.div(x, z)": 'torch.div(x, z, rounding_mode="trunc")',
                     "y = x / z": "y = x / z\ny = tl.where(y < 0.0, tl.ceil(y), tl.floor(y))"},
    "nan_to_num": {"torch.div(x, z)": "torch.nan_to_num(x / z)",
                   "y = x / z": "y = x / z\ny = tl.where(y != y, 0.0, y)\ny = tl.minimum(tl.maximum(y, -3.4028235e38), 3.4028235e38)"},
    "nan_to_one": {"torch.div(x, z)": "torch.nan_to_num(x / z, nan=1.0, posinf=5.0, neginf=-5.0)",
                   "y = x / z": 'y = x / z\ny = tl.where(y != y, 1.0, y)\n'
                                'y = tl.where(y == float("inf"), 5.0, tl.where(y == -float("inf"), -5.0, y))'},
    "reverse": {"torch.div(x, z)": "z / (x * x + 1.0)", "y = x / z": "y = z / (x * x + 1.0)"},
    "quotient_minus_one": {"torch.div(x, z)": "x / z - 1.0", "y = x / z": "y = x / z - 1.0"},
    "relative": {"torch.div(x, z)": "(x - z) / z", "y = x / z": "y = (x - z) / z"},
    "half_quotient": {"torch.div(x, z)": "0.5 * x / z", "y = x / z": "y = 0.5 * x / z"},
    "addcdiv": {"torch.div(x, z)": "x + 0.5 * (x / z)", "y = x / z": "y = x + 0.5 * (x / z)"},
    "absolute": {"torch.div(x, z)": "torch.abs(x) / torch.abs(z)", "y = x / z": "y = tl.abs(x) / tl.abs(z)"},
}

AXES = [
    ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
