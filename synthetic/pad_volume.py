"""Padding of the last three dimensions: with a constant, mirrored, with the edge repeated, or wrapped around.

One program takes BLOCK consecutive outputs. A place of y that lies outside x loads nothing and takes the constant; in the other
modes it is sent back inside, and then it is a load like any other.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 3, 3, 4), (3, 5, 7), (2, 4, 5, 9), (2, 3, 5, 4, 6)]


def make(*shape):
    return (torch.randn(shape),)


def pad_volume_torch(x):
    y = F.pad(x, (1, 1, 1, 1, 1, 1), value=0.0)
    return y


@triton.jit
def pad_volume_kernel(x_ptr, y_ptr, n_elements, depth, height, width, out_depth, out_height, out_width, FRONT: tl.constexpr,
                      TOP: tl.constexpr, LEFT: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (out_depth * out_height * out_width)
    layer = offsets // (out_height * out_width) % out_depth - FRONT
    row = offsets // out_width % out_height - TOP
    column = offsets % out_width - LEFT
    inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width)
    x = tl.load(x_ptr + ((outer * depth + layer) * height + row) * width + column, mask=mask & inside, other=0.0).to(tl.float32)
    y = tl.where(inside, x, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def pad_volume_triton(x):
    x = x.contiguous()
    left, right, top, bottom, front, back = 1, 1, 1, 1, 1, 1
    *outer, depth, height, width = x.shape
    out_depth, out_height, out_width = front + depth + back, top + height + bottom, left + width + right
    y = x.new_empty(*outer, out_depth, out_height, out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    pad_volume_kernel[grid](x, y, y.numel(), depth, height, width, out_depth, out_height, out_width, FRONT=front, TOP=top, LEFT=left, BLOCK=1024)
    return y


FAMILY = {
    "by": ({"(1, 1, 1, 1, 1, 1)": "({0}, {1}, {2}, {3}, {4}, {5})", "front, back = 1, 1, 1, 1, 1, 1": "front, back = {0}, {1}, {2}, {3}, {4}, {5}"},
           "000012 222222 000011 010101 101010 001111 110011 111100 123012 000021 002100 331122 000001 000010"),
}

AXES = [
    {
        "with": ({"value=0.0": "value={0}.{1}", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, {0}.{1})"}, "15 10 20"),
        "with_minus_inf": {"value=0.0": 'value=float("-inf")', "y = tl.where(inside, x, 0.0)": 'y = tl.where(inside, x, -float("inf"))'},
        "replicate": {"value=0.0": 'mode="replicate"', "[(1, 2, 3, 3, 4), (3, 5, 7), ": "[(1, 2, 3, 3, 4), ",
                      "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width)":
                          "layer = tl.minimum(tl.maximum(layer, 0), depth - 1)\n"
                          "row = tl.minimum(tl.maximum(row, 0), height - 1)\n"
                          "column = tl.minimum(tl.maximum(column, 0), width - 1)",
                      "mask=mask & inside": "mask=mask", "y = tl.where(inside, x, 0.0)": "y = x"},
        "reflect": {"value=0.0": 'mode="reflect"', "[(1, 2, 3, 3, 4), (3, 5, 7), ": "[(1, 2, 4, 4, 5), ",
                    "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width)":
                        "layer = tl.where(layer < 0, -layer, tl.minimum(layer, 2 * depth - 2 - layer))\n"
                        "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))\n"
                        "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))",
                    "mask=mask & inside": "mask=mask", "y = tl.where(inside, x, 0.0)": "y = x"},
        "circular": {"value=0.0": 'mode="circular"', "[(1, 2, 3, 3, 4), (3, 5, 7), ": "[(1, 2, 3, 3, 4), ",
                     "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width)":
                         "layer = (layer + depth) % depth\nrow = (row + height) % height\ncolumn = (column + width) % width",
                     "mask=mask & inside": "mask=mask", "y = tl.where(inside, x, 0.0)": "y = x"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
