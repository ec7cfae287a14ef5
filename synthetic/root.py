"""The square root, y = sqrt(x), its reciprocal, and powers that are no whole number.

A power of halves is made of products and square roots. Any other power p goes by exp2(p * log2(x)): the rounding of
p * log2(x) becomes a relative error of the answer, which is small as long as |p * log2(x)| is.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape).abs() + 0.05,)


def root_torch(x):
    y = torch.sqrt(x)
    return y


@triton.jit
def root_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    y = tl.sqrt(x)
    tl.store(y_ptr + offsets, y, mask=mask)


def root_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    root_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "rsqrt": {"torch.sqrt(x)": "torch.rsqrt(x)", "y = tl.sqrt(x)": "y = tl.rsqrt(x)"},
    "reciprocal": {"torch.sqrt(x)": "torch.reciprocal(x)", "y = tl.sqrt(x)": "y = 1.0 / x"},
    "pow_half": {"torch.sqrt(x)": "x ** 0.5 + 1.0", "y = tl.sqrt(x)": "y = tl.sqrt(x) + 1.0"},
    "pow_15": {"torch.sqrt(x)": "x ** 1.5", "y = tl.sqrt(x)": "y = x * tl.sqrt(x)"},
    "pow_25": {"torch.sqrt(x)": "torch.pow(x, 2.5)", "y = tl.sqrt(x)": "y = x * x * tl.sqrt(x)"},
    "pow_minus_half": {"torch.sqrt(x)": "torch.pow(x, -0.5) * 2.0", "y = tl.sqrt(x)": "y = tl.rsqrt(x) * 2.0"},
    "pow_minus_15": {"torch.sqrt(x)": "x ** -1.5", "y = tl.sqrt(x)": "y = tl.rsqrt(x) / x"},
    "pow_minus_2": {"torch.sqrt(x)": "x ** -2", "y = tl.sqrt(x)": "y = 1.0 / (x * x)"},
    "pow_minus_1": {"torch.sqrt(x)": "2.0 * x ** -1", "y = tl.sqrt(x)": "y = 2.0 / x"},
    "fourth_root": {"torch.sqrt(x)": "torch.sqrt(torch.sqrt(x))", "y = tl.sqrt(x)": "y = tl.sqrt(tl.sqrt(x))"},
    "pow_075": {"torch.sqrt(x)": "x ** 0.75", "y = tl.sqrt(x)": "t = tl.sqrt(x)\ny = t * tl.sqrt(t)"},
    "sqrt_minus": {"torch.sqrt(x)": "-torch.sqrt(x)", "y = tl.sqrt(x)": "y = -tl.sqrt(x)"},
    "x_rsqrt": {"torch.sqrt(x)": "x * torch.rsqrt(x + 1.0)", "y = tl.sqrt(x)": "y = x * tl.rsqrt(x + 1.0)"},
    "sqrt_reciprocal": {"torch.sqrt(x)": "1.0 / (1.0 + torch.sqrt(x))",
                        "y = tl.sqrt(x)": "y = 1.0 / (1.0 + tl.sqrt(x))"},
    "sqrt_diff": {"torch.sqrt(x)": "torch.sqrt(x + 1.0) - torch.sqrt(x)",
                  "y = tl.sqrt(x)": "y = tl.sqrt(x + 1.0) - tl.sqrt(x)"},
    "exp_minus_sqrt": {"torch.sqrt(x)": "torch.exp(-torch.sqrt(x))", "y = tl.sqrt(x)": "y = tl.exp(-tl.sqrt(x))"},
    "sin_sqrt": {"torch.sqrt(x)": "torch.sin(torch.sqrt(x))", "y = tl.sqrt(x)": "y = tl.sin(tl.sqrt(x))"},
    "sqrt_plus_1e_5": {"torch.sqrt(x)": "torch.sqrt(x + 1e-5)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 1e-5)"},
    "rsqrt_plus_1e_5": {"torch.sqrt(x)": "torch.rsqrt(x + 1e-5)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1e-5)"},
    "reciprocal_plus_1e_5": {"torch.sqrt(x)": "1.0 / (x + 1e-5)", "y = tl.sqrt(x)": "y = 1.0 / (x + 1e-5)"},
    "inverse_sqrt_1e_5": {"torch.sqrt(x)": "1.0 / torch.sqrt(x + 1e-5)",
                          "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1e-5)"},
    "inverse_sqrt_outside_1e_5": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1e-5)",
                                  "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1e-5)"},
    "sqrt_plus_1e_6": {"torch.sqrt(x)": "torch.sqrt(x + 1e-6)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 1e-6)"},
    "rsqrt_plus_1e_6": {"torch.sqrt(x)": "torch.rsqrt(x + 1e-6)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1e-6)"},
    "reciprocal_plus_1e_6": {"torch.sqrt(x)": "1.0 / (x + 1e-6)", "y = tl.sqrt(x)": "y = 1.0 / (x + 1e-6)"},
    "inverse_sqrt_1e_6": {"torch.sqrt(x)": "1.0 / torch.sqrt(x + 1e-6)",
                          "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1e-6)"},
    "inverse_sqrt_outside_1e_6": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1e-6)",
                                  "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1e-6)"},
    "sqrt_plus_1e_3": {"torch.sqrt(x)": "torch.sqrt(x + 1e-3)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 1e-3)"},
    "rsqrt_plus_1e_3": {"torch.sqrt(x)": "torch.rsqrt(x + 1e-3)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1e-3)"},
    "reciprocal_plus_1e_3": {"torch.sqrt(x)": "1.0 / (x + 1e-3)", "y = tl.sqrt(x)": "y = 1.0 / (x + 1e-3)"},
    "inverse_sqrt_1e_3": {"torch.sqrt(x)": "1.0 / torch.sqrt(x + 1e-3)",
                          "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1e-3)"},
    "inverse_sqrt_outside_1e_3": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1e-3)",
                                  "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1e-3)"},
    "sqrt_plus_001": {"torch.sqrt(x)": "torch.sqrt(x + 0.01)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 0.01)"},
    "rsqrt_plus_001": {"torch.sqrt(x)": "torch.rsqrt(x + 0.01)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 0.01)"},
    "reciprocal_plus_001": {"torch.sqrt(x)": "1.0 / (x + 0.01)", "y = tl.sqrt(x)": "y = 1.0 / (x + 0.01)"},
    "inverse_sqrt_001": {"torch.sqrt(x)": "1.0 / torch.sqrt(x + 0.01)",
                         "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 0.01)"},
    "inverse_sqrt_outside_001": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 0.01)",
                                 "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 0.01)"},
    "sqrt_plus_01": {"torch.sqrt(x)": "torch.sqrt(x + 0.1)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 0.1)"},
    "rsqrt_plus_01": {"torch.sqrt(x)": "torch.rsqrt(x + 0.1)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 0.1)"},
    "reciprocal_plus_01": {"torch.sqrt(x)": "1.0 / (x + 0.1)", "y = tl.sqrt(x)": "y = 1.0 / (x + 0.1)"},
    "inverse_sqrt_01": {"torch.sqrt(x)": "1.0 / torch.sqrt(x + 0.1)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 0.1)"},
    "inverse_sqrt_outside_01": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 0.1)",
                                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 0.1)"},
    "sqrt_plus_10": {"torch.sqrt(x)": "torch.sqrt(x + 1.0)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 1.0)"},
    "rsqrt_plus_10": {"torch.sqrt(x)": "torch.rsqrt(x + 1.0)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1.0)"},
    "reciprocal_plus_10": {"torch.sqrt(x)": "1.0 / (x + 1.0)", "y = tl.sqrt(x)": "y = 1.0 / (x + 1.0)"},
    "inverse_sqrt_10": {"torch.sqrt(x)": "1.0 / torch.sqrt(x + 1.0)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1.0)"},
    "inverse_sqrt_outside_10": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1.0)",
                                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1.0)"},
    "sqrt_plus_20": {"torch.sqrt(x)": "torch.sqrt(x + 2.0)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 2.0)"},
    "rsqrt_plus_20": {"torch.sqrt(x)": "torch.rsqrt(x + 2.0)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 2.0)"},
    "reciprocal_plus_20": {"torch.sqrt(x)": "1.0 / (x + 2.0)", "y = tl.sqrt(x)": "y = 1.0 / (x + 2.0)"},
    "inverse_sqrt_20": {"torch.sqrt(x)": "1.0 / torch.sqrt(x + 2.0)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 2.0)"},
    "inverse_sqrt_outside_20": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 2.0)",
                                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 2.0)"},
    "pow_01": {"torch.sqrt(x)": "torch.pow(x, 0.1)", "y = tl.sqrt(x)": "y = tl.exp2(0.1 * tl.log2(x))"},
    "pow_03": {"torch.sqrt(x)": "torch.pow(x, 0.3)", "y = tl.sqrt(x)": "y = tl.exp2(0.3 * tl.log2(x))"},
    "pow_06": {"torch.sqrt(x)": "torch.pow(x, 0.6)", "y = tl.sqrt(x)": "y = tl.exp2(0.6 * tl.log2(x))"},
    "pow_09": {"torch.sqrt(x)": "torch.pow(x, 0.9)", "y = tl.sqrt(x)": "y = tl.exp2(0.9 * tl.log2(x))"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
