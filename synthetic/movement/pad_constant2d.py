"""Padding of the last two dimensions with a constant: a frame around every plane.

One program takes a block of outputs. A place of y that lies outside x loads nothing and takes the
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
def pad_constant2d_kernel(x_ptr, y_ptr, n_rows, height, width, out_height, out_width, LEFT: tl.constexpr,
                          TOP: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    plane = (out_row // out_height).to(tl.int64)
    row = out_row % out_height - TOP
    column = out_column - LEFT
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
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 256)
    grid = (triton.cdiv(n_rows, 1024 // columns), triton.cdiv(out_width, columns))
    pad_constant2d_kernel[grid](x, y, n_rows, height, width, out_height, out_width, LEFT=left, TOP=top,
                                ROWS=1024 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
