"""A diagonal of a matrix, y[i] = x[i, i + offset], or of every matrix of a batch.

One program takes BLOCK consecutive outputs; along a diagonal the step in memory is one row and one column.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 9, 9), (2, 12, 33), (5, 40, 20)]


def make(*shape):
    return (torch.randn(shape),)


def diagonal_torch(x):
    x = torch.relu(x)
    y = torch.diagonal(x, offset=0, dim1=1, dim2=2).contiguous()
    y = torch.sigmoid(y)
    return y


@triton.jit
def diagonal_kernel(x_ptr, y_ptr, n_elements, rows, columns, length, FIRST_ROW: tl.constexpr, FIRST_COLUMN: tl.constexpr,
                    BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    batch = offsets // length
    i = offsets % length
    source = (batch * rows + FIRST_ROW + i) * columns + FIRST_COLUMN + i
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def diagonal_triton(x):
    x = x.contiguous()
    batch, rows, columns = x.shape
    offset = 0
    first_row, first_column = max(-offset, 0), max(offset, 0)
    length = min(rows - first_row, columns - first_column)
    y = x.new_empty(batch, length)
    grid = (triton.cdiv(y.numel(), 1024),)
    diagonal_kernel[grid](x, y, y.numel(), rows, columns, length, FIRST_ROW=first_row, FIRST_COLUMN=first_column, BLOCK=1024)
    return y


FAMILY = {
    "diagonal2d": {"CASES = [(1, 9, 9), (2, 12, 33), (5, 40, 20)]": "CASES = [(9, 9), (12, 33), (40, 20)]", ", dim1=1, dim2=2": "",
                   "batch, rows, columns = x.shape": "rows, columns = x.shape",
                   "y = x.new_empty(batch, length)": "y = x.new_empty(length)"},
}

AXES = [
    {
        "p1": {"(x, offset=0": "(x, offset=1", "offset = 0": "offset = 1"},
        "p2": {"(x, offset=0": "(x, offset=2", "offset = 0": "offset = 2"},
        "p4": {"(x, offset=0": "(x, offset=4", "offset = 0": "offset = 4"},
        "m1": {"(x, offset=0": "(x, offset=-1", "offset = 0": "offset = -1"},
        "m2": {"(x, offset=0": "(x, offset=-2", "offset = 0": "offset = -2"},
        "m3": {"(x, offset=0": "(x, offset=-3", "offset = 0": "offset = -3"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
