"""A transposed matrix meets another, y = x^T + z.

One program makes one TILE x TILE square of y. The square of x is loaded along its own rows and turned before it meets
the square of z, which already lies as y does.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (65, 40)]


def make(rows, columns):
    return torch.randn(rows, columns), torch.randn(columns, rows)


def transpose_binary_torch(x, z):
    x = torch.relu(x)
    y = x.t()
    y = y + z
    y = torch.sigmoid(y)
    return y


@triton.jit
def transpose_binary_kernel(x_ptr, z_ptr, y_ptr, rows, columns, TILE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * TILE + tl.arange(0, TILE)
    column = tl.program_id(1).to(tl.int64) * TILE + tl.arange(0, TILE)
    mask = (row < rows)[:, None] & (column < columns)[None, :]
    mask_turned = (column < columns)[:, None] & (row < rows)[None, :]
    turned = column[:, None] * rows + row[None, :]
    x = tl.load(x_ptr + row[:, None] * columns + column[None, :], mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + turned, mask=mask_turned, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.trans(x)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + turned, y, mask=mask_turned)


def transpose_binary_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    rows, columns = x.shape
    y = x.new_empty(columns, rows)
    grid = (triton.cdiv(rows, 32), triton.cdiv(columns, 32))
    transpose_binary_kernel[grid](x, z, y, rows, columns, TILE=32)
    return y


AXES = [
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
