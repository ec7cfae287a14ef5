"""Which elements are no number, or infinite, after a step that may leave its domain: one byte each.

A number that is none differs from itself; an infinite one equals infinity once its sign is gone. Comparisons alone tell,
and their result is stored as it is.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def is_finite_torch(x):
    x = torch.log(x)
    y = torch.isfinite(x)
    return y


@triton.jit
def is_finite_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.log(x)
    y = tl.abs(x) < float("inf")
    tl.store(y_ptr + offsets, y, mask=mask)


def is_finite_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x, dtype=torch.bool)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    is_finite_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "is_nan": {"torch.isfinite(x)": "torch.isnan(x)", 'y = tl.abs(x) < float("inf")': "y = x != x"},
    "is_inf": {"torch.isfinite(x)": "torch.isinf(x)", 'y = tl.abs(x) < float("inf")': 'y = tl.abs(x) == float("inf")',
               "(torch.randn(shape),)": "(torch.relu(torch.randn(shape)),)"},  # log(0) is infinite
    "is_number": {"torch.isfinite(x)": "~torch.isnan(x)", 'y = tl.abs(x) < float("inf")': "y = x == x"},
}

AXES = [
    {
        "root": {"torch.log(x)": "torch.sqrt(x)", "x = tl.log(x)": "x = tl.sqrt(x)"},
        "rsqrt": {"torch.log(x)": "torch.rsqrt(x)", "x = tl.log(x)": "x = tl.rsqrt(x)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
