"""Weighted sum over a middle dimension, y[b, n] = sum over t of w[b, t, 1] * x[b, t, n]: attention pooling, a
mixture of rows.

A program takes BLOCK_INNER neighbouring columns of one sample and walks down t; the weights of its rows are
one column.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 33, 3), (3, 40, 70)]  # B, T, N


def make(B, T, N):
    return torch.randn(B, T, 1), torch.randn(B, T, N)


def weighted_sum_middle_torch(z, x):
    x = torch.relu(x)
    x = x * z
    y = torch.sum(x, dim=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def weighted_sum_middle_kernel(z_ptr, x_ptr, y_ptr, T, N, BLOCK_T: tl.constexpr, BLOCK: tl.constexpr):
    blocks = tl.cdiv(N, BLOCK)
    b = (tl.program_id(0) // blocks).to(tl.int64)
    n = (tl.program_id(0) % blocks) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK_T, BLOCK), dtype=tl.float32)
    for start in range(0, T, BLOCK_T):
        rows = b * T + start + tl.arange(0, BLOCK_T)
        there = start + tl.arange(0, BLOCK_T) < T
        mask = there[:, None] & (n[None, :] < N)
        z = tl.load(z_ptr + rows, mask=there, other=0.0).to(tl.float32)[:, None]
        x = tl.load(x_ptr + rows[:, None] * N + n[None, :], mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = z * x
        total += tl.where(mask, x, 0.0)
    y = tl.sum(total, axis=0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + b * N + n, y, mask=n < N)


def weighted_sum_middle_triton(z, x):
    z, x = z.contiguous(), x.contiguous()
    B, T, N = x.shape
    y = x.new_empty(B, N)
    grid = (B * triton.cdiv(N, 128),)
    weighted_sum_middle_kernel[grid](z, x, y, T, N, BLOCK_T=16, BLOCK=128)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
