"""Variance along a dimension that is not the last of a program of tensors that broadcast together; the
standard deviation is its root.

A program takes BLOCK_INNER neighbouring columns of one outer index, walks down n_mid in tiles and reads
everything once. Sums are float64, where E[x^2] - E[x]^2 has digits to lose: the square of a float32 is exact
there, and memory is the bottleneck.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3, 2), (2, 9, 3), (3, 34, 4)]


def make(B, n_mid, n_inner):
    return torch.randn(B, n_mid, n_inner), torch.randn(n_mid, 1), torch.randn(n_inner), torch.randn(n_inner)


def shapes_var_middle_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.var(x, dim=-2)
    y = y + p
    return y


@triton.jit
def shapes_var_middle_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = tl.program_id(0) % n_blocks * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    total = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float64)
    squares = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float64)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)[:, None]
        mask = (mid < n_mid) & (inner < n_inner)
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + mid, mask=mid < n_mid, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        wide = tl.where(mask, x, 0.0).to(tl.float64)
        total += wide
        squares += wide * wide
    sum_of_columns = tl.sum(total, axis=0)
    rest = (tl.sum(squares, axis=0) - sum_of_columns * sum_of_columns / n_mid).to(tl.float32)
    y = tl.maximum(rest, 0.0) / (n_mid - 1)
    p = tl.load(p_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    y = y + p
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)


def shapes_var_middle_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, n_mid, n_inner = x.shape
    n_outer = B
    y = torch.empty((B, n_inner), dtype=x.dtype, device=x.device)
    grid = (n_outer * triton.cdiv(n_inner, 64),)
    shapes_var_middle_kernel[grid](x, z, w, p, y, n_mid, n_inner, BLOCK_MID=16, BLOCK_INNER=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
