"""Reversal along some dimensions, y[i, j, k] = x[i, J - 1 - j, k].

One program takes BLOCK consecutive outputs, splits their offsets into three coordinates and mirrors the
chosen ones.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]


def make(*shape):
    return (torch.randn(shape),)


def flip_torch(x):
    x = torch.relu(x)
    y = torch.flip(x, dims=(1,))
    y = torch.sigmoid(y)
    return y


@triton.jit
def flip_kernel(x_ptr, y_ptr, n_elements, size_i, size_j, size_k, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    i = offsets // (size_j * size_k)
    j = offsets // size_k % size_j
    k = offsets % size_k
    j = size_j - 1 - j
    x = tl.load(x_ptr + (i * size_j + j) * size_k + k, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def flip_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size_i, size_j, size_k = x.shape
    grid = (triton.cdiv(x.numel(), 1024),)
    flip_kernel[grid](x, y, x.numel(), size_i, size_j, size_k, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
