"""Cyclic shift along one dimension, y[..., i, ...] = x[..., (i - shift) mod size, ...].

What lies behind the dimension is one column, what lies before it and the dimension itself are rows: a program
takes ROWS x COLUMNS of them, and divides once a row. The shift is brought into [0, size) on the host, so that
no remainder of a negative number is taken in the kernel.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]


def make(*shape):
    return (torch.randn(shape),)


def roll_torch(x):
    x = torch.relu(x)
    y = torch.roll(x, shifts=1, dims=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def roll_kernel(x_ptr, y_ptr, n_rows, size, inner, shift, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (row < n_rows) & (column < inner)
    offsets = row.to(tl.int64) * inner + column
    place = row % size
    rolled = row - place + (place + size - shift) % size
    source = rolled.to(tl.int64) * inner + column
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def roll_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size, inner = x.shape[1], x.stride(1)
    shift = 1 % size
    n_rows = x.numel() // inner
    columns = min(triton.next_power_of_2(inner), 256)
    grid = (triton.cdiv(n_rows, 1024 // columns), triton.cdiv(inner, columns))
    roll_kernel[grid](x, y, n_rows, size, inner, shift, ROWS=1024 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
