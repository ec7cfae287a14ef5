"""Padding of a plane with what it holds itself: mirrored, with the edge repeated, or wrapped around.

One program takes BLOCK consecutive outputs. A row or column beyond an edge of x is sent back inside, and then it is a
load like any other.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 6, 6), (2, 3, 7, 33), (3, 16, 12)]


def make(*shape):
    return (torch.randn(shape),)


def pad_reflect2d_torch(x):
    x = torch.relu(x)
    y = F.pad(x, (1, 2, 3, 4), mode="reflect")
    y = torch.sigmoid(y)
    return y


@triton.jit
def pad_reflect2d_kernel(x_ptr, y_ptr, n_elements, height, width, out_height, out_width, LEFT: tl.constexpr,
                         TOP: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (out_height * out_width)
    row = offsets // out_width % out_height - TOP
    column = offsets % out_width - LEFT
    row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))
    column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def pad_reflect2d_triton(x):
    x = x.contiguous()
    left, right, top, bottom = 1, 2, 3, 4
    *outer, height, width = x.shape
    out_height = top + height + bottom
    out_width = left + width + right
    y = x.new_empty(*outer, out_height, out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    pad_reflect2d_kernel[grid](x, y, y.numel(), height, width, out_height, out_width, LEFT=left, TOP=top, BLOCK=1024)
    return y


FAMILY = {
    "pad_replicate2d": {
        'mode="reflect"': 'mode="replicate"',
        "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))": "row = tl.minimum(tl.maximum(row, 0), height - 1)",
        "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))":
            "column = tl.minimum(tl.maximum(column, 0), width - 1)"},
    "pad_circular2d": {
        'mode="reflect"': 'mode="circular"',
        "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))": "row = (row + height) % height",
        "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))":
            "column = (column + width) % width"},
}

AXES = [
    {
        "by": ({"(1, 2, 3, 4)": "({0}, {1}, {2}, {3})", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = {0}, {1}, {2}, {3}"},
               "1111 2222 3333 0101 1010 1122 2211 0011 1100 0200 2103 3021 0312 1231 0012 4444 0001 0110"),
        "crop": ({"(1, 2, 3, 4)": "(-{0}, -{1}, -{2}, -{3})",
                  "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = -{0}, -{1}, -{2}, -{3}"}, "1111 0101"),
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
