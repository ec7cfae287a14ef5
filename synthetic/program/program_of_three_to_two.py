"""A program of single operations on three tensors of one shape that returns two of its values.

What both results need is computed once.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape)


def program_of_three_to_two_torch(x, z, w):
    v = torch.add(x, z)
    x = torch.mul(v, w)
    return v, x


@triton.jit
def program_of_three_to_two_kernel(x_ptr, z_ptr, w_ptr, v_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = x + z
    x = v * w
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_three_to_two_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    v, y = torch.empty_like(x), torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_three_to_two_kernel[grid](x, z, w, v, y, n_elements, BLOCK=1024)
    return v, y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
