"""A program of single operations on three tensors of one shape, a step a line.

Each is loaded once, however often the program reads it.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape)


def program_of_three_torch(x, z, w):
    x = torch.addcmul(x, z, w)
    return x


@triton.jit
def program_of_three_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = x + z * w
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_three_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_three_kernel[grid](x, z, w, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
