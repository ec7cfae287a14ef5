"""Images (N, C, H, W) under a mask that broadcasts with them, y = x where z does not hold.

A mask is a bool tensor, one byte an element, which is loaded as it is.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11)]


def make(N, C, H, W):
    x, z = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)
    return x, z > 0.5


def mask_of_images_torch(x, z):
    y = x.masked_fill(z, 0.0)
    return y


@triton.jit
def mask_of_images_kernel(x_ptr, z_ptr, y_ptr, n_elements, C, H, W, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)
    y = tl.where(z, 0.0, x)
    tl.store(y_ptr + offsets, y, mask=mask)


def mask_of_images_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    N, C, H, W = x.shape
    y = torch.empty(N, C, H, W, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    mask_of_images_kernel[grid](x, z, y, n_elements, C, H, W, BLOCK=1024)
    return y


AXES = ["MASKS", "IMAGES_AND"]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
