"""A program of tensors that broadcast together, reduced over a dimension that is not the last, y[b, c] =
sum_t f(x, z, w)[b, t, c].

Whatever the rank, the result of f is (n_outer, n_mid, n_inner). A program takes BLOCK_INNER neighbouring
columns of one outer index and walks down n_mid in tiles. Where a smaller tensor has its part of a tile
follows from outer, mid and inner; one that lacks the rows or the columns of a tile is loaded as a single line
and spreads over it.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3, 2), (2, 9, 3), (3, 34, 4)]


def make(B, n_mid, n_inner):
    return torch.randn(B, n_mid, n_inner), torch.randn(n_mid, 1), torch.randn(n_inner), torch.randn(n_inner)


def shapes_sum_middle_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.sum(x, dim=-2)
    y = y + p
    return y


@triton.jit
def shapes_sum_middle_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = tl.program_id(0) % n_blocks * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)[:, None]
        mask = (mid < n_mid) & (inner < n_inner)
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + mid, mask=mid < n_mid, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        tile += tl.where(mask, x, 0.0)
    y = tl.sum(tile, axis=0)
    p = tl.load(p_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    y = y + p
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)


def shapes_sum_middle_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, n_mid, n_inner = x.shape
    n_outer = B
    y = torch.empty((B, n_inner), dtype=x.dtype, device=x.device)
    grid = (n_outer * triton.cdiv(n_inner, 64),)
    shapes_sum_middle_kernel[grid](x, z, w, p, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
