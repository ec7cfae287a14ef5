"""A program of single operations on one positive tensor: its logarithm, its root, its reciprocal need no care.

Lanes past the end read 1, which every step can take.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return (torch.rand(shape) + 0.05,)


def program_of_positive_torch(x):
    x = torch.log(x)
    return x


@triton.jit
def program_of_positive_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    x = tl.log(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_positive_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_positive_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


AXES = [
    ("PROGRAM_POSITIVE", "x = torch.log(x)", "x = tl.log(x)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
