"""The lower triangle of a matrix, y[i, j] = x[i, j] where j <= i + diagonal, else 0.

One program takes BLOCK consecutive outputs. The mask of the load is the triangle itself: what lies outside it
is not read at all, which saves half of the reading.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(5, 5), (6, 33), (40, 27)]


def make(*shape):
    return (torch.randn(shape),)


def tril_torch(x):
    x = torch.relu(x)
    y = torch.tril(x, diagonal=0)
    y = torch.sigmoid(y)
    return y


@triton.jit
def tril_kernel(x_ptr, y_ptr, n_elements, rows, columns, DIAGONAL: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // columns % rows
    column = offsets % columns
    keep = column <= row + DIAGONAL
    x = tl.load(x_ptr + offsets, mask=mask & keep, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.where(keep, x, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def tril_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    rows, columns = x.shape[-2], x.shape[-1]
    grid = (triton.cdiv(y.numel(), 1024),)
    tril_kernel[grid](x, y, y.numel(), rows, columns, DIAGONAL=0, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
