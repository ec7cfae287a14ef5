"""Scattering along rows, y = x, then y[i, index[i, j]] = source[i, j]; within a row all indices differ.

Two launches: the first copies x, the second writes the scattered values over it. One launch could not do
both, since nothing orders the programs of a launch, while two launches run one after the other.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (4, 33, 9, 3), (7, 40, 40, 7)]  # rows, columns, and the columns and rows of the index


def make(rows, columns, kept, given):
    index = torch.rand(given, columns).argsort(dim=1)[:, :kept].contiguous()
    return torch.randn(rows, columns), index, torch.randn(given, kept)


def scatter_torch(x, index, source):
    x = torch.relu(x)
    source = F.softsign(source)
    return x.scatter(1, index, source)


@triton.jit
def scatter_copy_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


@triton.jit
def scatter_kernel(index_ptr, source_ptr, y_ptr, n_elements, columns, kept, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    index = tl.load(index_ptr + offsets, mask=mask, other=0)
    source = tl.load(source_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    source = source / (1.0 + tl.abs(source))
    tl.store(y_ptr + offsets // kept * columns + index, source, mask=mask)


def scatter_triton(x, index, source):
    x = x.contiguous()
    index = index.contiguous()
    source = source.contiguous()
    y = torch.empty_like(x)
    scatter_copy_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    grid = (triton.cdiv(source.numel(), 1024),)
    scatter_kernel[grid](index, source, y, source.numel(), x.shape[1], source.shape[1], BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
