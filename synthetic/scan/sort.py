"""Sorting along one dimension, smallest first.

One program holds one line in registers, padded to a power of two with inf, which sorts to the end and is not
stored. So this is for lines that fit: up to some thousands. A dimension that is not the last is a line with a
stride.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (2, 17)]


def make(*shape):
    return (torch.randn(shape),)


def sort_torch(x):
    y = torch.sort(x, dim=-1).values
    return y


@triton.jit
def sort_kernel(x_ptr, y_ptr, size, inner, BLOCK: tl.constexpr):
    line = tl.program_id(0).to(tl.int64)
    places = tl.arange(0, BLOCK)
    mask = places < size
    at = (line // inner * size + places) * inner + line % inner
    x = tl.load(x_ptr + at, mask=mask, other=0.0).to(tl.float32)
    y = tl.sort(tl.where(mask, x, float("inf")))
    tl.store(y_ptr + at, y, mask=mask)


def sort_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size, inner = x.shape[-1], 1
    sort_kernel[(x.numel() // size,)](x, y, size, inner, BLOCK=max(16, triton.next_power_of_2(size)))
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
