"""Rows (M, N) and a tensor that broadcasts with them, joined by one operation, y = x + z, on either side of
it.

The place of an element of the smaller tensor follows from that of the result, by division and remainder.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (65, 9)]


def make(M, N):
    x, z = torch.randn(M, N), torch.randn(M, 1)
    return x, z


def pair_of_rows_torch(x, z):
    y = torch.add(x, z)
    return y


@triton.jit
def pair_of_rows_kernel(x_ptr, z_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // N, mask=mask, other=0.0).to(tl.float32)
    y = x + z
    tl.store(y_ptr + offsets, y, mask=mask)


def pair_of_rows_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, N = x.shape
    y = torch.empty(M, N, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    pair_of_rows_kernel[grid](x, z, y, n_elements, N, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
