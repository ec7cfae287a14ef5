"""Dropout with a given mask, y = where(keep, f(x) / (1 - p), 0), here with p = 0.5.

What is kept grows by 1 / (1 - p), so that the expectation stays. The mask comes from outside: the same one must serve
the backward pass.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.rand(shape) < 0.6


def dropout_torch(x, keep):
    x = torch.sin(x)
    y = x * keep / 0.5
    return y


@triton.jit
def dropout_kernel(x_ptr, keep_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    keep = tl.load(keep_ptr + offsets, mask=mask, other=False)
    x = tl.sin(x)
    y = tl.where(keep, x / 0.5, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def dropout_triton(x, keep):
    x = x.contiguous()
    keep = keep.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    dropout_kernel[grid](x, keep, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "dropout_01": {"x * keep / 0.5": "x * keep / 0.9",
                   "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.9, 0.0)"},
    "dropout_02": {"x * keep / 0.5": "x * keep / 0.8",
                   "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.8, 0.0)"},
    "dropout_025": {"x * keep / 0.5": "x * keep / 0.75",
                    "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.75, 0.0)"},
    "dropout_03": {"x * keep / 0.5": "x * keep / 0.7",
                   "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.7, 0.0)"},
    "dropout_005": {"x * keep / 0.5": "x * keep / 0.95",
                    "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.95, 0.0)"},
    "dropout_04": {"x * keep / 0.5": "x * keep / 0.6",
                   "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.6, 0.0)"},
    "multiplied_01": {"x * keep / 0.5": "torch.where(keep, x, 0.0) * (1.0 / 0.9)",
                      "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * (1.0 / 0.9)"},
    "multiplied_02": {"x * keep / 0.5": "torch.where(keep, x, 0.0) * (1.0 / 0.8)",
                      "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * (1.0 / 0.8)"},
    "multiplied_025": {"x * keep / 0.5": "torch.where(keep, x, 0.0) * (1.0 / 0.75)",
                       "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * (1.0 / 0.75)"},
    "masked": {"x * keep / 0.5": "x.masked_fill(~keep, 0.0) * 1.25",
               "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * 1.25"},
}

AXES = [
    ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
