"""Volumes (N, C, D, H, W) under a mask that broadcasts with them, y = x where z does not hold.

A mask is a bool tensor, one byte an element, which is loaded as it is.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1, 1, 3), (2, 3, 4, 5, 7), (3, 2, 2, 6, 5)]


def make(N, C, D, H, W):
    x, z = torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)
    return x, z > 0.5


def mask_of_volumes_torch(x, z):
    y = x.masked_fill(z, 0.0)
    return y


@triton.jit
def mask_of_volumes_kernel(x_ptr, z_ptr, y_ptr, n_elements, C, D, H, W, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // (D * H * W), mask=mask, other=0.0)
    y = tl.where(z, 0.0, x)
    tl.store(y_ptr + offsets, y, mask=mask)


def mask_of_volumes_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    N, C, D, H, W = x.shape
    y = torch.empty(N, C, D, H, W, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    mask_of_volumes_kernel[grid](x, z, y, n_elements, C, D, H, W, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
