"""A program of single operations on the two halves of the last dimension, which a chunk, a split or slices
take apart.

A row of y is C long, a row of x 2C: element i of y is made from column i % C of row i // C and from the
column that lies C to its right. The halves are never copied apart.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 34), (7, 600), (2, 3, 66), (2, 3, 5, 14)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_halves_torch(x):
    x, z = x.chunk(2, dim=-1)
    x = torch.sub(x, z)
    return x


@triton.jit
def program_of_halves_kernel(x_ptr, y_ptr, n_elements, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets // C * (2 * C) + offsets % C

    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + first + C, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_halves_triton(x):
    x = x.contiguous()
    C = x.shape[-1] // 2
    y = torch.empty(x.shape[:-1] + (C,), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_halves_kernel[grid](x, y, y.numel(), C, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
