"""A program of single operations on one tensor, a step a line; values are read again, branches meet.

A kernel is that very program on a block: what has a name there is a register here.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_one_torch(x):
    x = torch.abs(x)
    return x


@triton.jit
def program_of_one_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.abs(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_one_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_one_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
