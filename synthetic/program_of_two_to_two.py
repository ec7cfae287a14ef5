"""A program of single operations on two tensors of one shape that returns two of its values.

What both results need is computed once.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def program_of_two_to_two_torch(x, z):
    v = torch.add(x, z)
    x = torch.sub(x, z)
    return v, x


@triton.jit
def program_of_two_to_two_kernel(x_ptr, z_ptr, v_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = x + z
    x = x - z
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_two_to_two_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    v, y = torch.empty_like(x), torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_two_to_two_kernel[grid](x, z, v, y, n_elements, BLOCK=1024)
    return v, y


AXES = [
    ("PROGRAM_XZ_TO_VX", "v = torch.add(x, z)\n    x = torch.sub(x, z)", "v = x + z\n    x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
