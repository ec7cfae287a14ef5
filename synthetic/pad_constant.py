"""Padding of the last dimension with a constant: `left` places before every row, `right` places after it.

One program takes BLOCK consecutive outputs. A place of y that lies outside x loads nothing and takes the constant.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 4), (3, 33), (37,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 2, 7)]


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
        "by": ({"(1, 2)": "({0}, {1})", "left, right = 1, 2": "left, right = {0}, {1}"},
               "01 10 11 20 02 22 21 33 03 30 31 24 40 04 05 52 44 16 13 60"),
        "crop_left": ({"(1, 2)": "(-{0}, {1})", "left, right = 1, 2": "left, right = -{0}, {1}"}, "10 20 11 12"),
        "crop_right": ({"(1, 2)": "({0}, -{1})", "left, right = 1, 2": "left, right = {0}, -{1}"}, "01 02 11 21"),
        "crop": ({"(1, 2)": "(-{0}, -{1})", "left, right = 1, 2": "left, right = -{0}, -{1}"}, "11 12"),
    },
    {
        "with": ({"value=0.0": "value={0}.{1}", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, {0}.{1})"}, "10 05 15 20 30"),
        "with_minus": ({"value=0.0": "value=-{0}.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, -{0}.0)"}, "1 3"),
        "with_10": {"value=0.0": "value=10.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 10.0)"},
        "with_minus_inf": {'value=0.0': 'value=float("-inf")', 'y = tl.where(inside, x, 0.0)': 'y = tl.where(inside, x, -float("inf"))'},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
