"""A vector placed on a diagonal of zeros, y[b, i, j] = x[b, i] where j = i + offset, else 0.

One program takes BLOCK consecutive outputs. Most of them load nothing: the mask of the load is the diagonal.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 5), (2, 33)]


def make(*shape):
    return (torch.randn(shape),)


def diag_embed_torch(x):
    x = torch.relu(x)
    y = torch.diag_embed(x, offset=0)
    y = torch.cos(y)
    return y


@triton.jit
def diag_embed_kernel(x_ptr, y_ptr, n_elements, length, size, FIRST_ROW: tl.constexpr, FIRST_COLUMN: tl.constexpr,
                      BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    batch = offsets // (size * size)
    i = offsets // size % size - FIRST_ROW
    j = offsets % size - FIRST_COLUMN
    keep = (i == j) & (i >= 0) & (i < length)
    x = tl.load(x_ptr + batch * length + i, mask=mask & keep, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.where(keep, x, 0.0)
    y = tl.cos(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def diag_embed_triton(x):
    x = x.contiguous()
    batch, length = x.shape
    offset = 0
    first_row, first_column = max(-offset, 0), max(offset, 0)
    size = length + max(offset, -offset)
    y = x.new_empty(batch, size, size)
    grid = (triton.cdiv(y.numel(), 1024),)
    diag_embed_kernel[grid](x, y, y.numel(), length, size, FIRST_ROW=first_row, FIRST_COLUMN=first_column, BLOCK=1024)
    return y


FAMILY = {
    "diag": {"CASES = [(1, 2), (3, 5), (2, 33)]": "CASES = [(2,), (5,), (40,)]",
             "torch.diag_embed(x, offset=0": "torch.diag(x, diagonal=0",
             "batch, length = x.shape": "length = x.shape[0]", "x.new_empty(batch, size, size)": "x.new_empty(size, size)"},
}

AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.cos(y)", "y = tl.cos(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
