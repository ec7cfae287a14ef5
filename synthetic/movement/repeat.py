"""Repetition of a whole matrix, y = x.repeat(R, C): R copies below each other, C side by side.

One program takes BLOCK consecutive outputs. A coordinate of y, modulo the size of x, is the coordinate it
came from.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (17, 20)]


def make(*shape):
    return (torch.randn(shape),)


def repeat_torch(x):
    x = torch.relu(x)
    y = x.repeat(2, 3)
    y = torch.sigmoid(y)
    return y


@triton.jit
def repeat_kernel(x_ptr, y_ptr, n_elements, rows, columns, out_columns, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_columns % rows
    column = offsets % out_columns % columns
    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def repeat_triton(x):
    x = x.contiguous()
    rows, columns = x.shape
    y = x.new_empty(2 * rows, 3 * columns)
    grid = (triton.cdiv(y.numel(), 1024),)
    repeat_kernel[grid](x, y, y.numel(), rows, columns, 3 * columns, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
