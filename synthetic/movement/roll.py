"""Cyclic shift along one dimension, y[..., i, ...] = x[..., (i - shift) mod size, ...].

One program takes BLOCK consecutive outputs. An offset of y is split at the dimension into outer, place and
inner. The shift is brought into [0, size) on the host, so that no remainder of a negative number is taken in
the kernel.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]


def make(*shape):
    return (torch.randn(shape),)


def roll_torch(x):
    x = torch.relu(x)
    y = torch.roll(x, shifts=1, dims=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def roll_kernel(x_ptr, y_ptr, n_elements, size, inner, shift, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (size * inner)
    place = offsets // inner % size
    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def roll_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size, inner = x.shape[1], x.stride(1)
    shift = 1 % size
    grid = (triton.cdiv(x.numel(), 1024),)
    roll_kernel[grid](x, y, x.numel(), size, inner, shift, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
