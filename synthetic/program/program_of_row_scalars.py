"""A program of single operations on tensors and a number a row, (..., N) with (..., 1): a scale, a length, a
temperature.

Row i // N of element i says which number is its own; what rows share is read again from the cache, never
expanded.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (65, 9), (7, 300), (2, 3, 65), (2, 3, 4, 17)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape[:-1] + (1,))


def program_of_row_scalars_torch(x, z):
    x = torch.sub(x, z)
    return x


@triton.jit
def program_of_row_scalars_kernel(x_ptr, z_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // N, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_row_scalars_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    n_elements, N = x.numel(), x.shape[-1]
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_row_scalars_kernel[grid](x, z, y, n_elements, N, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
