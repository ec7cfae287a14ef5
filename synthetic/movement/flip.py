"""Reversal along some dimensions, y[i, j, k] = x[i, J - 1 - j, k].

One program takes a block of outputs, splits their offsets into three coordinates and mirrors the
chosen ones.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]


def make(*shape):
    return (torch.randn(shape),)


def flip_torch(x):
    x = torch.relu(x)
    y = torch.flip(x, dims=(1,))
    y = torch.sigmoid(y)
    return y


@triton.jit
def flip_kernel(x_ptr, y_ptr, n_rows, size_i, size_j, size_k, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]  # i and j in one
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < size_k)
    offsets = out_row * size_k + out_column
    i = out_row // size_j
    j = out_row % size_j
    k = out_column
    j = size_j - 1 - j
    x = tl.load(x_ptr + (i * size_j + j) * size_k + k, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def flip_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size_i, size_j, size_k = x.shape
    n_rows = size_i * size_j
    columns = min(triton.next_power_of_2(size_k), 256)
    grid = (triton.cdiv(n_rows, 1024 // columns), triton.cdiv(size_k, columns))
    flip_kernel[grid](x, y, n_rows, size_i, size_j, size_k, ROWS=1024 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
