"""Norm of each column, y[b, n] = (sum_m |x[b, m, n]|^p)^(1/p), for the p that have a root of their own.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK_INNER neighbouring columns of one
outer index, so that its loads are coalesced, and walks down n_mid, BLOCK_MID rows at a time.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]


def make(*shape):
    return (torch.randn(shape),)


def norm_middle_torch(x):
    x = torch.relu(x)
    y = torch.linalg.vector_norm(x, ord=2, dim=-2)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def norm_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)
        mask = (mid[:, None] < n_mid) & (inner[None, :] < n_inner)
        offsets = (outer * n_mid + mid[:, None]) * n_inner + inner[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, 0.0)
        tile += x * x
    y = tl.sqrt(tl.sum(tile, axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)


def norm_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = x.new_empty(x.shape[:-2] + x.shape[-1:])
    grid = (n_outer * triton.cdiv(n_inner, 64),)
    norm_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
