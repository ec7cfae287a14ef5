"""Norm of each row, y[i] = (sum_j |x[i, j]|^p)^(1/p), for the p that have a root of their own.

One program takes one row and walks it in tiles of BLOCK columns. Each lane adds up its own powers; the lanes
meet, and the root is drawn, once at the end. A lane beyond the row holds 0, which is no part of any norm.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def norm_torch(x):
    x = torch.relu(x)
    y = torch.linalg.vector_norm(x, ord=2, dim=-1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def norm_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, 0.0)
        lanes += x * x
    y = tl.sqrt(tl.sum(lanes, axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def norm_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    norm_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
