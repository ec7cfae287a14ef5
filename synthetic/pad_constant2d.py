"""Padding of the last two dimensions with a constant: a frame around every plane.

One program takes BLOCK consecutive outputs. A place of y that lies outside x loads nothing and takes the constant.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 16, 12)]


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
    n, channels, height, width = x.shape
    out_height = top + height + bottom
    out_width = left + width + right
    y = x.new_empty(n, channels, out_height, out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    pad_constant2d_kernel[grid](x, y, y.numel(), height, width, out_height, out_width, LEFT=left, TOP=top, BLOCK=1024)
    return y


AXES = [
    {
        "1_1_1_1": {"(1, 2, 3, 4)": "(1, 1, 1, 1)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 1, 1, 1, 1"},
        "2_2_2_2": {"(1, 2, 3, 4)": "(2, 2, 2, 2)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 2, 2, 2, 2"},
        "3_3_3_3": {"(1, 2, 3, 4)": "(3, 3, 3, 3)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 3, 3, 3, 3"},
        "0_1_0_1": {"(1, 2, 3, 4)": "(0, 1, 0, 1)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 0, 1, 0, 1"},
        "1_0_1_0": {"(1, 2, 3, 4)": "(1, 0, 1, 0)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 1, 0, 1, 0"},
        "1_1_2_2": {"(1, 2, 3, 4)": "(1, 1, 2, 2)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 1, 1, 2, 2"},
        "2_2_1_1": {"(1, 2, 3, 4)": "(2, 2, 1, 1)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 2, 2, 1, 1"},
        "0_0_1_1": {"(1, 2, 3, 4)": "(0, 0, 1, 1)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 0, 0, 1, 1"},
        "1_1_0_0": {"(1, 2, 3, 4)": "(1, 1, 0, 0)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 1, 1, 0, 0"},
        "0_2_0_0": {"(1, 2, 3, 4)": "(0, 2, 0, 0)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 0, 2, 0, 0"},
        "2_1_0_3": {"(1, 2, 3, 4)": "(2, 1, 0, 3)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 2, 1, 0, 3"},
        "3_0_2_1": {"(1, 2, 3, 4)": "(3, 0, 2, 1)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 3, 0, 2, 1"},
        "0_3_1_2": {"(1, 2, 3, 4)": "(0, 3, 1, 2)", "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = 0, 3, 1, 2"},
    },
    {
        "with_1": {"value=0.0": "value=1.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 1.0)"},
        "with_minus_1": {"value=0.0": "value=-1.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, -1.0)"},
        "with_half": {"value=0.0": "value=0.5", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 0.5)"},
        "with_3": {"value=0.0": "value=3.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 3.0)"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
