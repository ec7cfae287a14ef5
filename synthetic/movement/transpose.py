"""Transposition of a matrix, y[j, i] = x[i, j].

One program moves one TILE x TILE square. Both the load and the store run along rows, so both are coalesced;
the turn happens in between, in registers and shared memory. x may be any strided view: its strides travel
with it.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (65, 40)]


def make(*shape):
    return (torch.randn(shape),)


def transpose_torch(x):
    x = torch.relu(x)
    y = x.t().contiguous()
    y = torch.sigmoid(y)
    return y


@triton.jit
def transpose_kernel(x_ptr, y_ptr, rows, columns, stride_row, stride_column, TILE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * TILE + tl.arange(0, TILE)
    column = tl.program_id(1).to(tl.int64) * TILE + tl.arange(0, TILE)
    mask = (row < rows)[:, None] & (column < columns)[None, :]
    x = tl.load(x_ptr + row[:, None] * stride_row + column[None, :] * stride_column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.trans(x)
    y = tl.sigmoid(y)
    tl.store(y_ptr + column[:, None] * rows + row[None, :], y, mask=tl.trans(mask))


def transpose_triton(x):
    rows, columns = x.shape
    y = x.new_empty(columns, rows)
    grid = (triton.cdiv(rows, 32), triton.cdiv(columns, 32))
    transpose_kernel[grid](x, y, rows, columns, x.stride(0), x.stride(1), TILE=32)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
