"""A program of single operations on two positive tensors of one shape: quotients, logarithms, roots.

Lanes past the end read 1, which every step can take.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return torch.rand(shape) + 0.05, torch.rand(shape) + 0.05


def program_of_two_positive_torch(x, z):
    x = torch.div(x, z)
    return x


@triton.jit
def program_of_two_positive_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    x = x / z
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_two_positive_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_two_positive_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


AXES = [
    ("PROGRAM_POSITIVE_XZ", "x = torch.div(x, z)", "x = x / z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
