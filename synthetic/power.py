"""Whole powers, y = x^3, and small polynomials.

A power of a fixed whole number is a product; squares are shared, so that x^6 costs three multiplications. Polynomials
follow PyTorch's order of operations: near a root, another order would round to another value.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def power_torch(x):
    y = x ** 3
    return y


@triton.jit
def power_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x * x * x
    tl.store(y_ptr + offsets, y, mask=mask)


def power_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    power_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "pow_2": {"x ** 3": "torch.pow(x, 2)", "y = x * x * x": "y = x * x"},
    "pow_4": {"x ** 3": "x ** 4", "y = x * x * x": "t = x * x\ny = t * t"},
    "pow_5": {"x ** 3": "x ** 5", "y = x * x * x": "t = x * x\ny = t * t * x"},
    "pow_6": {"x ** 3": "torch.pow(x, 6)", "y = x * x * x": "t = x * x\ny = t * t * t"},
    "x_abs_x": {"x ** 3": "x * torch.abs(x)", "y = x * x * x": "y = x * tl.abs(x)"},
    "square_plus_x": {"x ** 3": "x * x + x", "y = x * x * x": "y = x * x + x"},
    "x_minus_cube": {"x ** 3": "x - x ** 3", "y = x * x * x": "y = x - x * x * x"},
    "cube_over_3": {"x ** 3": "x ** 3 / 3.0", "y = x * x * x": "y = x * x * x / 3.0"},
    "abs_pow_15": {"x ** 3": "torch.abs(x) ** 1.5", "y = x * x * x": "t = tl.abs(x)\ny = t * tl.sqrt(t)"},
    "signed_root": {"x ** 3": "torch.sign(x) * torch.sqrt(torch.abs(x))",
                    "y = x * x * x": "t = tl.sqrt(tl.abs(x))\ny = tl.where(x < 0.0, -t, t)"},
    "smoothstep": {"x ** 3": "torch.clamp(x, 0.0, 1.0) ** 2 * (3.0 - 2.0 * torch.clamp(x, 0.0, 1.0))",
                   "y = x * x * x": "t = tl.minimum(tl.maximum(x, 0.0), 1.0)\ny = t * t * (3.0 - 2.0 * t)"},
    "epanechnikov": {"x ** 3": "0.75 * torch.relu(1.0 - x * x)",
                     "y = x * x * x": "y = 0.75 * tl.maximum(1.0 - x * x, 0.0)"},
    "tricube": {"x ** 3": "torch.relu(1.0 - torch.abs(x) ** 3) ** 3",
                "y = x * x * x": "t = tl.abs(x)\nt = tl.maximum(1.0 - t * t * t, 0.0)\ny = t * t * t"},
    "rational": {"x ** 3": "x / (1.0 + x * x)", "y = x * x * x": "y = x / (1.0 + x * x)"},
    "lorentz": {"x ** 3": "1.0 / (1.0 + x * x)", "y = x * x * x": "y = 1.0 / (1.0 + x * x)"},
    "relu_cubed": {"x ** 3": "torch.relu(x) ** 3", "y = x * x * x": "t = tl.maximum(x, 0.0)\ny = t * t * t"},
    "legendre_2": {"x ** 3": "0.5 * (3.0 * x * x - 1.0)", "y = x * x * x": "y = 0.5 * (3.0 * x * x - 1.0)"},
    "legendre_3": {"x ** 3": "0.5 * (5.0 * x ** 3 - 3.0 * x)",
                   "y = x * x * x": "y = 0.5 * (5.0 * (x * x * x) - 3.0 * x)"},
    "hermite_3": {"x ** 3": "x ** 3 - 3.0 * x", "y = x * x * x": "y = x * x * x - 3.0 * x"},
    "chebyshev_2": {"x ** 3": "2.0 * x * x - 1.0", "y = x * x * x": "y = 2.0 * x * x - 1.0"},
    "square_plus_05": {"x ** 3": "x * x + 0.5", "y = x * x * x": "y = x * x + 0.5"},
    "shifted_square_05": {"x ** 3": "(x - 0.5) ** 2", "y = x * x * x": "t = x - 0.5\ny = t * t"},
    "scaled_square_05": {"x ** 3": "0.5 * x ** 2 - x", "y = x * x * x": "y = 0.5 * (x * x) - x"},
    "square_plus_10": {"x ** 3": "x * x + 1.0", "y = x * x * x": "y = x * x + 1.0"},
    "shifted_square_10": {"x ** 3": "(x - 1.0) ** 2", "y = x * x * x": "t = x - 1.0\ny = t * t"},
    "scaled_square_10": {"x ** 3": "1.0 * x ** 2 - x", "y = x * x * x": "y = 1.0 * (x * x) - x"},
    "square_plus_20": {"x ** 3": "x * x + 2.0", "y = x * x * x": "y = x * x + 2.0"},
    "shifted_square_20": {"x ** 3": "(x - 2.0) ** 2", "y = x * x * x": "t = x - 2.0\ny = t * t"},
    "scaled_square_20": {"x ** 3": "2.0 * x ** 2 - x", "y = x * x * x": "y = 2.0 * (x * x) - x"},
    "square_plus_30": {"x ** 3": "x * x + 3.0", "y = x * x * x": "y = x * x + 3.0"},
    "shifted_square_30": {"x ** 3": "(x - 3.0) ** 2", "y = x * x * x": "t = x - 3.0\ny = t * t"},
    "scaled_square_30": {"x ** 3": "3.0 * x ** 2 - x", "y = x * x * x": "y = 3.0 * (x * x) - x"},
    "square_plus_13": {"x ** 3": "x * x + 1.3", "y = x * x * x": "y = x * x + 1.3"},
    "shifted_square_13": {"x ** 3": "(x - 1.3) ** 2", "y = x * x * x": "t = x - 1.3\ny = t * t"},
    "scaled_square_13": {"x ** 3": "1.3 * x ** 2 - x", "y = x * x * x": "y = 1.3 * (x * x) - x"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
