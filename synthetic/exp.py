"""The exponential, y = exp(x), and what is made of one exponential.

One program takes BLOCK consecutive elements. Where the argument can be positive and large the answer overflows to
infinity, as PyTorch's does; forms such as 1 / cosh(x) are written in exp(-|x|), which cannot.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def exp_torch(x):
    y = torch.exp(x)
    return y


@triton.jit
def exp_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.exp(x)
    tl.store(y_ptr + offsets, y, mask=mask)


def exp_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    exp_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "exp2": {"torch.exp(x)": "torch.exp2(x)", "y = tl.exp(x)": "y = tl.exp2(x)"},
    "exp_minus": {"torch.exp(x)": "torch.exp(-x)", "y = tl.exp(x)": "y = tl.exp(-x)"},
    "exp_minus_abs": {"torch.exp(x)": "torch.exp(-torch.abs(x))", "y = tl.exp(x)": "y = tl.exp(-tl.abs(x))"},
    "exp_of_01": {"torch.exp(x)": "torch.exp(0.1 * x)", "y = tl.exp(x)": "y = tl.exp(0.1 * x)"},
    "decay_01": {"torch.exp(x)": "torch.exp(-0.1 * torch.abs(x))", "y = tl.exp(x)": "y = tl.exp(-0.1 * tl.abs(x))"},
    "gauss_01": {"torch.exp(x)": "torch.exp(-0.1 * x * x)", "y = tl.exp(x)": "y = tl.exp(-0.1 * x * x)"},
    "exp_of_025": {"torch.exp(x)": "torch.exp(0.25 * x)", "y = tl.exp(x)": "y = tl.exp(0.25 * x)"},
    "decay_025": {"torch.exp(x)": "torch.exp(-0.25 * torch.abs(x))", "y = tl.exp(x)": "y = tl.exp(-0.25 * tl.abs(x))"},
    "gauss_025": {"torch.exp(x)": "torch.exp(-0.25 * x * x)", "y = tl.exp(x)": "y = tl.exp(-0.25 * x * x)"},
    "exp_of_05": {"torch.exp(x)": "torch.exp(0.5 * x)", "y = tl.exp(x)": "y = tl.exp(0.5 * x)"},
    "decay_05": {"torch.exp(x)": "torch.exp(-0.5 * torch.abs(x))", "y = tl.exp(x)": "y = tl.exp(-0.5 * tl.abs(x))"},
    "gauss_05": {"torch.exp(x)": "torch.exp(-0.5 * x * x)", "y = tl.exp(x)": "y = tl.exp(-0.5 * x * x)"},
    "exp_of_15": {"torch.exp(x)": "torch.exp(1.5 * x)", "y = tl.exp(x)": "y = tl.exp(1.5 * x)"},
    "decay_15": {"torch.exp(x)": "torch.exp(-1.5 * torch.abs(x))", "y = tl.exp(x)": "y = tl.exp(-1.5 * tl.abs(x))"},
    "gauss_15": {"torch.exp(x)": "torch.exp(-1.5 * x * x)", "y = tl.exp(x)": "y = tl.exp(-1.5 * x * x)"},
    "exp_of_20": {"torch.exp(x)": "torch.exp(2.0 * x)", "y = tl.exp(x)": "y = tl.exp(2.0 * x)"},
    "decay_20": {"torch.exp(x)": "torch.exp(-2.0 * torch.abs(x))", "y = tl.exp(x)": "y = tl.exp(-2.0 * tl.abs(x))"},
    "gauss_20": {"torch.exp(x)": "torch.exp(-2.0 * x * x)", "y = tl.exp(x)": "y = tl.exp(-2.0 * x * x)"},
    "exp_of_07": {"torch.exp(x)": "torch.exp(0.7 * x)", "y = tl.exp(x)": "y = tl.exp(0.7 * x)"},
    "decay_07": {"torch.exp(x)": "torch.exp(-0.7 * torch.abs(x))", "y = tl.exp(x)": "y = tl.exp(-0.7 * tl.abs(x))"},
    "gauss_07": {"torch.exp(x)": "torch.exp(-0.7 * x * x)", "y = tl.exp(x)": "y = tl.exp(-0.7 * x * x)"},
    "exp_minus_10": {"torch.exp(x)": "torch.exp(x - 1.0)", "y = tl.exp(x)": "y = tl.exp(x - 1.0)"},
    "exp_over_10": {"torch.exp(x)": "torch.exp(x / 4.0)", "y = tl.exp(x)": "y = tl.exp(x / 4.0)"},
    "exp_minus_20": {"torch.exp(x)": "torch.exp(x - 2.0)", "y = tl.exp(x)": "y = tl.exp(x - 2.0)"},
    "exp_over_20": {"torch.exp(x)": "torch.exp(x / 2.0)", "y = tl.exp(x)": "y = tl.exp(x / 2.0)"},
    "exp_minus_30": {"torch.exp(x)": "torch.exp(x - 3.0)", "y = tl.exp(x)": "y = tl.exp(x - 3.0)"},
    "exp_over_30": {"torch.exp(x)": "torch.exp(x / 3.0)", "y = tl.exp(x)": "y = tl.exp(x / 3.0)"},
    "x_exp_minus": {"torch.exp(x)": "x * torch.exp(-x * x)", "y = tl.exp(x)": "y = x * tl.exp(-x * x)"},
    "exp_clamped": {"torch.exp(x)": "torch.exp(torch.clamp(x, -5.0, 5.0))",
                    "y = tl.exp(x)": "y = tl.exp(tl.minimum(tl.maximum(x, -5.0), 5.0))"},
    "exp_plus_one": {"torch.exp(x)": "torch.exp(x) + 1.0", "y = tl.exp(x)": "y = tl.exp(x) + 1.0"},
    "gumbel": {"torch.exp(x)": "torch.exp(-torch.exp(-x))", "y = tl.exp(x)": "y = tl.exp(-tl.exp(-x))"},
    "exp_relu": {"torch.exp(x)": "torch.exp(torch.relu(x))", "y = tl.exp(x)": "y = tl.exp(tl.maximum(x, 0.0))"},
    "cosh": {"torch.exp(x)": "torch.cosh(x)", "y = tl.exp(x)": "t = tl.exp(tl.abs(x))\ny = 0.5 * (t + 1.0 / t)"},
    "sech": {"torch.exp(x)": "1.0 / torch.cosh(x)",
             "y = tl.exp(x)": "t = tl.exp(-tl.abs(x))\ny = 2.0 * t / (1.0 + t * t)"},
    "two_to_the_minus": {"torch.exp(x)": "torch.pow(2.0, -x)", "y = tl.exp(x)": "y = tl.exp2(-x)"},
    "two_to_the_half": {"torch.exp(x)": "2.0 ** (0.5 * x)", "y = tl.exp(x)": "y = tl.exp2(0.5 * x)"},
    "four_to_the": {"torch.exp(x)": "torch.pow(4.0, x)", "y = tl.exp(x)": "y = tl.exp2(2.0 * x)"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
