"""A program of single operations on one tensor that returns two of its values.

PyTorch would read and write every value between; one load serves both stores here.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return (torch.randn(shape),)


def program_to_two_torch(x):
    v = torch.cos(x)
    x = torch.sin(x)
    return v, x


@triton.jit
def program_to_two_kernel(x_ptr, v_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.cos(x)
    x = tl.sin(x)
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)


def program_to_two_triton(x):
    x = x.contiguous()
    v, y = torch.empty_like(x), torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_to_two_kernel[grid](x, v, y, n_elements, BLOCK=1024)
    return v, y


AXES = [
    ("PROGRAM_TO_VX", "v = torch.cos(x)\n    x = torch.sin(x)", "v = tl.cos(x)\n    x = tl.sin(x)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
