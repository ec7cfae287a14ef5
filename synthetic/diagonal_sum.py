"""Trace of each matrix of a batch, y[b] = x[b, 0, 0] + x[b, 1, 1] + ..., and other sums along diagonals.

The elements of a diagonal lie columns + 1 apart. One program owns BLOCK_B matrices and walks along their diagonals.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 2), (3, 5, 5), (40, 33, 33), (7, 9, 4)]  # B, rows, columns


def make(*shape):
    return (torch.randn(shape),)


def diagonal_sum_torch(x):
    x = torch.relu(x)
    y = torch.diagonal(x, dim1=-2, dim2=-1).sum(-1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def diagonal_sum_kernel(x_ptr, y_ptr, batch, rows, columns, length, BLOCK_B: tl.constexpr, BLOCK: tl.constexpr):
    b = tl.program_id(0).to(tl.int64) * BLOCK_B + tl.arange(0, BLOCK_B)
    total = tl.zeros((BLOCK_B, BLOCK), dtype=tl.float32)
    for start in range(0, length, BLOCK):
        i = start + tl.arange(0, BLOCK)
        mask = (b[:, None] < batch) & (i[None, :] < length)
        x = tl.load(x_ptr + b[:, None] * rows * columns + i[None, :] * (columns + 1), mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        total += tl.where(mask, x, 0.0)
    y = tl.sum(total, axis=1)
    y = tl.sigmoid(y)
    tl.store(y_ptr + b, y, mask=b < batch)


def diagonal_sum_triton(x):
    x = x.contiguous()
    rows, columns = x.shape[-2:]
    y = x.new_empty(x.shape[:-2])
    length = min(rows, columns)
    diagonal_sum_kernel[(triton.cdiv(y.numel(), 16),)](x, y, y.numel(), rows, columns, length, BLOCK_B=16, BLOCK=64)
    return y


FAMILY = {
    "diagonal_mean": {"dim2=-1).sum(-1)": "dim2=-1).mean(-1)", "y = tl.sum(total, axis=1)": "y = tl.sum(total, axis=1) / length"},
    "diagonal_sum_heads": {"CASES = [(1, 2, 2), (3, 5, 5), (40, 33, 33), (7, 9, 4)]": "CASES = [(1, 1, 2, 2), (3, 2, 5, 5), (2, 5, 4, 9)]"},
    "diagonal_max": {
        "dim2=-1).sum(-1)": "dim2=-1).amax(-1)",
        "tl.zeros((BLOCK_B, BLOCK), dtype=tl.float32)": 'tl.full((BLOCK_B, BLOCK), -float("inf"), dtype=tl.float32)',
        "total += tl.where(mask, x, 0.0)": 'total = tl.maximum(total, tl.where(mask, x, -float("inf")))',
        "y = tl.sum(total, axis=1)": "y = tl.max(total, axis=1)",
    },
}
AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
