"""Rows (M, N) under a mask that broadcasts with them, y = x where z does not hold.

A mask is a bool tensor, one byte an element, which is loaded as it is.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(6, 7), (3, 33), (65, 9)]


def make(M, N):
    x, z = torch.randn(M, N), torch.randn(M, 1)
    return x, z > 0.5


def mask_of_rows_torch(x, z):
    y = x.masked_fill(z, 0.0)
    return y


@triton.jit
def mask_of_rows_kernel(x_ptr, z_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // N, mask=mask, other=0.0)
    y = tl.where(z, 0.0, x)
    tl.store(y_ptr + offsets, y, mask=mask)


def mask_of_rows_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, N = x.shape
    y = torch.empty(M, N, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    mask_of_rows_kernel[grid](x, z, y, n_elements, N, BLOCK=1024)
    return y


AXES = ["MASKS", "ROWS_AND"]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
