"""Hyperbolic tangent, y = (1 - exp(-2x)) / (1 + exp(-2x)), and what is made from it.

2 * sigmoid(2x) - 1 is the short way, and it is wrong near zero: both terms are close to 1 and their difference keeps
no digits. With e = expm1(-2|x|) the same quotient is -e / (e + 2), and nothing cancels.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def tanh_torch(x):
    y = torch.tanh(x)
    return y


@triton.jit
def expm1(t):
    """exp(t) - 1, for t <= 0: accurate near zero too, and -1 to the last digit far from it."""
    u = tl.exp(t)
    return tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))


@triton.jit
def tanh(x):
    """-expm1(-2|x|) / (expm1(-2|x|) + 2), with the sign of x."""
    t = expm1(-2.0 * tl.abs(x))
    t = -t / (t + 2.0)
    return tl.where(x < 0.0, -t, t)


@triton.jit
def tanh_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tanh(x)
    tl.store(y_ptr + offsets, y, mask=mask)


def tanh_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    tanh_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "tanh_of_20_by_x": {"torch.tanh(x)": "torch.tanh(2.0 * x)", "y = tanh(x)": "y = tanh(2.0 * x)"},
    "tanh_of_x_over_20": {"torch.tanh(x)": "torch.tanh(x / 2.0)", "y = tanh(x)": "y = tanh(x / 2.0)"},
    "tanh_of_x_by_025": {"torch.tanh(x)": "torch.tanh(x * 0.25)", "y = tanh(x)": "y = tanh(x * 0.25)"},
    "tanh_of_x_plus_10": {"torch.tanh(x)": "torch.tanh(x + 1.0)", "y = tanh(x)": "y = tanh(x + 1.0)"},
    "tanh_of_x_minus_05": {"torch.tanh(x)": "torch.tanh(x - 0.5)", "y = tanh(x)": "y = tanh(x - 0.5)"},
    "tanh_of_minus_x": {"torch.tanh(x)": "torch.tanh(-x)", "y = tanh(x)": "y = tanh(-x)"},
    "tanh_of_17_by_x": {"torch.tanh(x)": "torch.tanh(1.7 * x)", "y = tanh(x)": "y = tanh(1.7 * x)"},
    "tanh_of_relu": {"torch.tanh(x)": "torch.tanh(torch.relu(x))", "y = tanh(x)": "y = tanh(tl.maximum(x, 0.0))"},
    "tanh_of_abs": {"torch.tanh(x)": "torch.tanh(torch.abs(x))", "y = tanh(x)": "y = tanh(tl.abs(x))"},
    "tanh_of_x_by_x": {"torch.tanh(x)": "torch.tanh(x * x)", "y = tanh(x)": "y = tanh(x * x)"},
    "tanh_of_sin": {"torch.tanh(x)": "torch.tanh(torch.sin(x))", "y = tanh(x)": "y = tanh(tl.sin(x))"},
    "tanh_of_silu": {"torch.tanh(x)": "torch.tanh(F.silu(x))", "y = tanh(x)": "y = tanh(x * tl.sigmoid(x))"},
    "tanh_squared": {"torch.tanh(x)": "torch.tanh(x) ** 2", "y = tanh(x)": "t = tanh(x)\ny = t * t"},
    "tanh_slope": {"torch.tanh(x)": "1.0 - torch.tanh(x) ** 2", "y = tanh(x)": "t = tanh(x)\ny = 1.0 - t * t"},
    "tanh_exp": {"torch.tanh(x)": "x * torch.tanh(torch.exp(x))", "y = tanh(x)": "y = x * tanh(tl.exp(x))"},
    "x_tanh": {"torch.tanh(x)": "x * torch.tanh(x)", "y = tanh(x)": "y = x * tanh(x)"},
    "lisht_half": {"torch.tanh(x)": "0.5 * x * torch.tanh(x)", "y = tanh(x)": "y = 0.5 * x * tanh(x)"},
    "rectified_tanh": {"torch.tanh(x)": "torch.relu(torch.tanh(x))", "y = tanh(x)": "y = tl.maximum(tanh(x), 0.0)"},
    "cap_5": {"torch.tanh(x)": "5.0 * torch.tanh(x / 5.0)", "y = tanh(x)": "y = 5.0 * tanh(x / 5.0)"},
    "cap_30": {"torch.tanh(x)": "30.0 * torch.tanh(x / 30.0)", "y = tanh(x)": "y = 30.0 * tanh(x / 30.0)"},
    "cap_50": {"torch.tanh(x)": "torch.tanh(x / 50.0) * 50.0", "y = tanh(x)": "y = tanh(x / 50.0) * 50.0"},
    "lecun": {"torch.tanh(x)": "1.7159 * torch.tanh(0.6666667 * x)", "y = tanh(x)": "y = 1.7159 * tanh(0.6666667 * x)"},
    "half_plus": {"torch.tanh(x)": "0.5 * (1.0 + torch.tanh(x))", "y = tanh(x)": "y = 0.5 * (1.0 + tanh(x))"},
    "tanh_plus_x": {"torch.tanh(x)": "x + torch.tanh(x)", "y = tanh(x)": "y = x + tanh(x)"},
    "double_tanh": {"torch.tanh(x)": "torch.tanh(torch.tanh(x))", "y = tanh(x)": "y = tanh(tanh(x))"},
    "sin_tanh": {"torch.tanh(x)": "torch.sin(torch.tanh(x))", "y = tanh(x)": "y = tl.sin(tanh(x))"},
    "exp_tanh": {"torch.tanh(x)": "torch.exp(torch.tanh(x))", "y = tanh(x)": "y = tl.exp(tanh(x))"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
