"""Rounding down, y = |floor(x)|, and the functions that jump: ceil, trunc, sign, remainder by a power of two.

A jump punishes the last bit: what comes before it must be exact (only powers of two scale x here). After it, any
step may follow.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (3.0 * torch.randn(shape),)


def floor_torch(x):
    y = torch.floor(x)
    y = torch.abs(y)
    return y


@triton.jit
def floor_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.floor(x)
    y = tl.abs(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def floor_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    floor_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "ceil": {"torch.floor(x)": "torch.ceil(x)", "y = tl.floor(x)": "y = tl.ceil(x)"},
    "trunc": {"torch.floor(x)": "torch.trunc(x)", "y = tl.floor(x)": "y = tl.where(x < 0.0, tl.ceil(x), tl.floor(x))"},
    "frac": {"torch.floor(x)": "torch.frac(x)",
             "y = tl.floor(x)": "y = x - tl.where(x < 0.0, tl.ceil(x), tl.floor(x))"},
    "sawtooth": {"torch.floor(x)": "x - torch.floor(x)", "y = tl.floor(x)": "y = x - tl.floor(x)"},
    "sign": {"torch.floor(x)": "torch.sign(x)",
             "y = tl.floor(x)": "y = tl.where(x > 0.0, 1.0, 0.0) - tl.where(x < 0.0, 1.0, 0.0)"},
    "step": {"torch.floor(x)": "(x > 0).to(x.dtype)", "y = tl.floor(x)": "y = tl.where(x > 0.0, 1.0, 0.0)"},
    "hardshrink_sign": {"torch.floor(x)": "torch.where(torch.abs(x) > 0.5, torch.sign(x), x)",
                        "y = tl.floor(x)": "y = tl.where(tl.abs(x) > 0.5, tl.where(x > 0.0, 1.0, -1.0), x)"},
    "remainder_2": {"torch.floor(x)": "torch.remainder(x, 2.0)", "y = tl.floor(x)": "y = x - tl.floor(x / 2.0) * 2.0"},
    "remainder_half": {"torch.floor(x)": "torch.remainder(x, 0.5)",
                       "y = tl.floor(x)": "y = x - tl.floor(x / 0.5) * 0.5"},
    "fmod_1": {"torch.floor(x)": "torch.fmod(x, 1.0) + 2.0",
               "y = tl.floor(x)": "y = x - tl.where(x < 0.0, tl.ceil(x), tl.floor(x)) + 2.0"},
    "floor_div_2": {"torch.floor(x)": "torch.floor(x / 2.0)", "y = tl.floor(x)": "y = tl.floor(x / 2.0)"},
    "floor_plus_half": {"torch.floor(x)": "torch.floor(x + 0.5)", "y = tl.floor(x)": "y = tl.floor(x + 0.5)"},
    "sign_root": {"torch.floor(x)": "torch.sign(x) * 0.5",
                  "y = tl.floor(x)": "y = tl.where(x > 0.0, 0.5, 0.0) - tl.where(x < 0.0, 0.5, 0.0)"},
    "heaviside_soft": {"torch.floor(x)": "torch.where(x >= 0, x + 1.0, torch.zeros_like(x))",
                       "y = tl.floor(x)": "y = tl.where(x >= 0.0, x + 1.0, 0.0)"},
    "floor_ceil_mean": {"torch.floor(x)": "0.5 * (torch.floor(x) + torch.ceil(x))",
                        "y = tl.floor(x)": "y = 0.5 * (tl.floor(x) + tl.ceil(x))"},
}

AXES = [
    ("UNARY", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
