"""Transposition of every matrix of a batch, y[b, j, i] = x[b, i, j].

One program moves one TILE x TILE square of one matrix. Both the load and the store run along rows, so both are
coalesced; the turn happens in between, in registers and shared memory.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 3, 33), (3, 40, 17)]


def make(*shape):
    return (torch.randn(shape),)


def transpose_batched_torch(x):
    x = torch.relu(x)
    y = x.transpose(1, 2).contiguous()
    y = torch.sigmoid(y)
    return y


@triton.jit
def transpose_batched_kernel(x_ptr, y_ptr, rows, columns, stride_batch, stride_row, stride_column, TILE: tl.constexpr):
    batch = tl.program_id(0).to(tl.int64)
    row = tl.program_id(1) * TILE + tl.arange(0, TILE)
    column = tl.program_id(2) * TILE + tl.arange(0, TILE)
    mask = (row < rows)[:, None] & (column < columns)[None, :]
    source = batch * stride_batch + row[:, None] * stride_row + column[None, :] * stride_column
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.trans(x)
    y = tl.sigmoid(y)
    tl.store(y_ptr + batch * rows * columns + column[:, None] * rows + row[None, :], y, mask=tl.trans(mask))


def transpose_batched_triton(x):
    batch, rows, columns = x.shape
    y = x.new_empty(batch, columns, rows)
    grid = (batch, triton.cdiv(rows, 32), triton.cdiv(columns, 32))
    transpose_batched_kernel[grid](x, y, rows, columns, x.stride(0), x.stride(1), x.stride(2), TILE=32)
    return y


AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
