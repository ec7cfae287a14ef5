"""Norm over the last dimension, then a second tensor, y[i] = sqrt(sum_j x[i, j]**2) + z[i].

One program takes one row and walks it in tiles of BLOCK columns. Each lane adds up its own powers; the lanes
meet, and the root is drawn, once at the end. A lane beyond the row holds 0, which is no part of any norm.
What follows is one element, so z costs one scalar load: an element each, or one number for all.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    x = torch.randn(shape)
    z = torch.randn_like(x.sum(dim=-1))
    return x, z


def norm_tail_torch(x, z):
    x = torch.relu(x)
    y = torch.linalg.vector_norm(x, ord=2, dim=-1)
    y = y + z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def norm_tail_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
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
    z = tl.load(z_ptr + row).to(tl.float32)
    y = z + y
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def norm_tail_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    norm_tail_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
