"""Whether any (or every) element along a dimension that is not the last of a program of tensors that
broadcast together fulfils a condition.

A program takes BLOCK_INNER neighbouring columns of one outer index and walks down n_mid in tiles. A lane
keeps 1 as soon as it has seen one; the lanes meet at the end.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3, 2), (2, 9, 3), (3, 34, 4)]


def make(B, n_mid, n_inner):
    return torch.randn(B, n_mid, n_inner), torch.randn(n_mid, 1), torch.randn(n_inner)


def shapes_any_middle_torch(x, z, w):
    x = x * z
    x = x + w
    y = torch.any(x > 0.5, dim=-2)
    return y


@triton.jit
def shapes_any_middle_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = tl.program_id(0) % n_blocks * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    tile = tl.full([BLOCK_MID, BLOCK_INNER], 0, dtype=tl.int32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)[:, None]
        mask = (mid < n_mid) & (inner < n_inner)
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + mid, mask=mid < n_mid, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        holds = (x > 0.5).to(tl.int32)
        tile = tl.maximum(tile, tl.where(mask, holds, 0))
    y = tl.max(tile, axis=0) > 0
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)


def shapes_any_middle_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    B, n_mid, n_inner = x.shape
    n_outer = B
    y = torch.empty((B, n_inner), dtype=torch.bool, device=x.device)
    grid = (n_outer * triton.cdiv(n_inner, 64),)
    shapes_any_middle_kernel[grid](x, z, w, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
