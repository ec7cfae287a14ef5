"""Padding of the last two dimensions with a constant: a frame around every plane.

One program takes BLOCK consecutive outputs. A place of y that lies outside x loads nothing and takes the
constant.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 4), (2, 3, 5, 33), (7, 12), (3, 16, 9), (2, 2, 3, 4, 6)]


def make(*shape):
    return (torch.randn(shape),)


def pad_constant2d_torch(x):
    x = torch.relu(x)
    y = F.pad(x, (1, 2, 3, 4), value=0.0)
    y = torch.sigmoid(y)
    return y


@triton.jit
def pad_constant2d_kernel(x_ptr, y_ptr, n_elements, height, width, out_height, out_width, LEFT: tl.constexpr,
                          TOP: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (out_height * out_width)
    row = offsets // out_width % out_height - TOP
    column = offsets % out_width - LEFT
    inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask & inside, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.where(inside, x, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pad_constant2d_triton(x):
    x = x.contiguous()
    left, right, top, bottom = 1, 2, 3, 4
    *outer, height, width = x.shape
    out_height = top + height + bottom
    out_width = left + width + right
    y = x.new_empty(*outer, out_height, out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    pad_constant2d_kernel[grid](x, y, y.numel(), height, width, out_height, out_width, LEFT=left, TOP=top, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
