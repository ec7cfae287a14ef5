"""Padding of the last dimension with a constant: `left` places before every row, `right` places after it.

One program takes BLOCK consecutive outputs. A place of y that lies outside x loads nothing and takes the constant.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65)]


def make(*shape):
    return (torch.randn(shape),)


def pad_constant_torch(x):
    x = torch.relu(x)
    y = F.pad(x, (1, 2), value=0.0)
    y = torch.sigmoid(y)
    return y


@triton.jit
def pad_constant_kernel(x_ptr, y_ptr, n_elements, columns, out_columns, LEFT: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_columns
    column = offsets % out_columns - LEFT
    inside = (column >= 0) & (column < columns)
    x = tl.load(x_ptr + row * columns + column, mask=mask & inside, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.where(inside, x, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pad_constant_triton(x):
    x = x.contiguous()
    left, right = 1, 2
    columns = x.shape[-1]
    y = x.new_empty(x.shape[:-1] + (left + columns + right,))
    grid = (triton.cdiv(y.numel(), 1024),)
    pad_constant_kernel[grid](x, y, y.numel(), columns, left + columns + right, LEFT=left, BLOCK=1024)
    return y


AXES = [
    {
        "0_1": {"(1, 2)": "(0, 1)", "left, right = 1, 2": "left, right = 0, 1"},
        "1_0": {"(1, 2)": "(1, 0)", "left, right = 1, 2": "left, right = 1, 0"},
        "1_1": {"(1, 2)": "(1, 1)", "left, right = 1, 2": "left, right = 1, 1"},
        "2_0": {"(1, 2)": "(2, 0)", "left, right = 1, 2": "left, right = 2, 0"},
        "0_2": {"(1, 2)": "(0, 2)", "left, right = 1, 2": "left, right = 0, 2"},
        "2_2": {"(1, 2)": "(2, 2)", "left, right = 1, 2": "left, right = 2, 2"},
        "2_1": {"(1, 2)": "(2, 1)", "left, right = 1, 2": "left, right = 2, 1"},
        "3_3": {"(1, 2)": "(3, 3)", "left, right = 1, 2": "left, right = 3, 3"},
        "0_3": {"(1, 2)": "(0, 3)", "left, right = 1, 2": "left, right = 0, 3"},
        "3_0": {"(1, 2)": "(3, 0)", "left, right = 1, 2": "left, right = 3, 0"},
        "3_1": {"(1, 2)": "(3, 1)", "left, right = 1, 2": "left, right = 3, 1"},
        "2_4": {"(1, 2)": "(2, 4)", "left, right = 1, 2": "left, right = 2, 4"},
        "4_0": {"(1, 2)": "(4, 0)", "left, right = 1, 2": "left, right = 4, 0"},
        "0_5": {"(1, 2)": "(0, 5)", "left, right = 1, 2": "left, right = 0, 5"},
        "5_2": {"(1, 2)": "(5, 2)", "left, right = 1, 2": "left, right = 5, 2"},
    },
    {
        "with_1": {"value=0.0": "value=1.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 1.0)"},
        "with_minus_1": {"value=0.0": "value=-1.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, -1.0)"},
        "with_half": {"value=0.0": "value=0.5", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 0.5)"},
        "with_2": {"value=0.0": "value=2.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 2.0)"},
        "with_minus_3": {"value=0.0": "value=-3.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, -3.0)"},
        "with_10": {"value=0.0": "value=10.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 10.0)"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
