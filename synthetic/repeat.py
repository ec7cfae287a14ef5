"""Repetition of a whole matrix, y = x.repeat(R, C): R copies below each other, C side by side.

One program takes BLOCK consecutive outputs. A coordinate of y, modulo the size of x, is the coordinate it came from.
"""
from harness import run

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


AXES = [
    {
        "1x2": {"x.repeat(2, 3)": "x.repeat(1, 2)", "2 * rows, 3 * columns": "rows, 2 * columns",
                "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
        "1x3": {"x.repeat(2, 3)": "x.repeat(1, 3)", "2 * rows, 3 * columns": "rows, 3 * columns"},
        "1x4": {"x.repeat(2, 3)": "x.repeat(1, 4)", "2 * rows, 3 * columns": "rows, 4 * columns",
                "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
        "1x6": {"x.repeat(2, 3)": "x.repeat(1, 6)", "2 * rows, 3 * columns": "rows, 6 * columns",
                "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
        "1x8": {"x.repeat(2, 3)": "x.repeat(1, 8)", "2 * rows, 3 * columns": "rows, 8 * columns",
                "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"},
        "2x1": {"x.repeat(2, 3)": "x.repeat(2, 1)", "2 * rows, 3 * columns": "2 * rows, columns",
                "columns, 3 * columns, BLOCK": "columns, columns, BLOCK"},
        "2x2": {"x.repeat(2, 3)": "x.repeat(2, 2)", "2 * rows, 3 * columns": "2 * rows, 2 * columns",
                "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
        "2x4": {"x.repeat(2, 3)": "x.repeat(2, 4)", "2 * rows, 3 * columns": "2 * rows, 4 * columns",
                "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
        "2x6": {"x.repeat(2, 3)": "x.repeat(2, 6)", "2 * rows, 3 * columns": "2 * rows, 6 * columns",
                "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
        "2x8": {"x.repeat(2, 3)": "x.repeat(2, 8)", "2 * rows, 3 * columns": "2 * rows, 8 * columns",
                "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"},
        "3x1": {"x.repeat(2, 3)": "x.repeat(3, 1)", "2 * rows, 3 * columns": "3 * rows, columns",
                "columns, 3 * columns, BLOCK": "columns, columns, BLOCK"},
        "3x2": {"x.repeat(2, 3)": "x.repeat(3, 2)", "2 * rows, 3 * columns": "3 * rows, 2 * columns",
                "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
        "3x3": {"x.repeat(2, 3)": "x.repeat(3, 3)", "2 * rows, 3 * columns": "3 * rows, 3 * columns"},
        "3x4": {"x.repeat(2, 3)": "x.repeat(3, 4)", "2 * rows, 3 * columns": "3 * rows, 4 * columns",
                "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
        "3x6": {"x.repeat(2, 3)": "x.repeat(3, 6)", "2 * rows, 3 * columns": "3 * rows, 6 * columns",
                "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
        "3x8": {"x.repeat(2, 3)": "x.repeat(3, 8)", "2 * rows, 3 * columns": "3 * rows, 8 * columns",
                "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"},
        "4x1": {"x.repeat(2, 3)": "x.repeat(4, 1)", "2 * rows, 3 * columns": "4 * rows, columns",
                "columns, 3 * columns, BLOCK": "columns, columns, BLOCK"},
        "4x2": {"x.repeat(2, 3)": "x.repeat(4, 2)", "2 * rows, 3 * columns": "4 * rows, 2 * columns",
                "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
        "4x3": {"x.repeat(2, 3)": "x.repeat(4, 3)", "2 * rows, 3 * columns": "4 * rows, 3 * columns"},
        "4x4": {"x.repeat(2, 3)": "x.repeat(4, 4)", "2 * rows, 3 * columns": "4 * rows, 4 * columns",
                "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
        "4x6": {"x.repeat(2, 3)": "x.repeat(4, 6)", "2 * rows, 3 * columns": "4 * rows, 6 * columns",
                "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
        "4x8": {"x.repeat(2, 3)": "x.repeat(4, 8)", "2 * rows, 3 * columns": "4 * rows, 8 * columns",
                "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"},
        "5x1": {"x.repeat(2, 3)": "x.repeat(5, 1)", "2 * rows, 3 * columns": "5 * rows, columns",
                "columns, 3 * columns, BLOCK": "columns, columns, BLOCK"},
        "5x2": {"x.repeat(2, 3)": "x.repeat(5, 2)", "2 * rows, 3 * columns": "5 * rows, 2 * columns",
                "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
        "5x3": {"x.repeat(2, 3)": "x.repeat(5, 3)", "2 * rows, 3 * columns": "5 * rows, 3 * columns"},
        "5x4": {"x.repeat(2, 3)": "x.repeat(5, 4)", "2 * rows, 3 * columns": "5 * rows, 4 * columns",
                "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
        "5x6": {"x.repeat(2, 3)": "x.repeat(5, 6)", "2 * rows, 3 * columns": "5 * rows, 6 * columns",
                "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
        "5x8": {"x.repeat(2, 3)": "x.repeat(5, 8)", "2 * rows, 3 * columns": "5 * rows, 8 * columns",
                "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
