"""One function of one bool tensor, y = 1.0 where x holds, else 0.0.

A bool takes a byte in memory and one bit in a register.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape) > 0.0,)


def single_of_bools_torch(x):
    y = x.float()
    return y


@triton.jit
def single_of_bools_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    y = x.to(tl.float32)
    tl.store(y_ptr + offsets, y, mask=mask)


def single_of_bools_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x, dtype=torch.float32)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    single_of_bools_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "not": {"x.float()": "~x", "y = x.to(tl.float32)": "y = x == 0", "dtype=torch.float32": "dtype=torch.bool"},
    "logical_not": {"x.float()": "torch.logical_not(x)", "y = x.to(tl.float32)": "y = x == 0", "dtype=torch.float32": "dtype=torch.bool"},
    "long": {"x.float()": "x.long()", "y = x.to(tl.float32)": "y = x.to(tl.int64)", "dtype=torch.float32": "dtype=torch.int64"},
    "int": {"x.float()": "x.int()", "y = x.to(tl.float32)": "y = x.to(tl.int32)", "dtype=torch.float32": "dtype=torch.int32"},
    "one_minus": {"x.float()": "1.0 - x.float()", "y = x.to(tl.float32)": "y = 1.0 - x.to(tl.float32)"},
    "not_float": {"x.float()": "(~x).float()", "y = x.to(tl.float32)": "y = tl.where(x, 0.0, 1.0)"},
    "half": {"x.float()": "x.half()", "y = x.to(tl.float32)": "y = x.to(tl.float16)", "dtype=torch.float32": "dtype=torch.float16"},
    "large": {"x.float()": "torch.where(x, -1e9, 0.0)", "y = x.to(tl.float32)": "y = tl.where(x, -1e9, 0.0)"},
    "times": {"x.float()": "x * 2.0", "y = x.to(tl.float32)": "y = x.to(tl.float32) * 2.0"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
