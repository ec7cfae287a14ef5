"""A program that chooses by what a value is: activations and clippings as people write them down who do not know their names.

Both sides of a choice are computed and one is kept, so that no lane waits for another.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_choices_torch(x):
    x = torch.where(x > 0, x, 0.1 * x)
    return x


@triton.jit
def program_of_choices_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.where(x > 0.0, x, 0.1 * x)
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_choices_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_choices_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


AXES = [
    ("PROGRAM_CHOICES", "x = torch.where(x > 0, x, 0.1 * x)", "x = tl.where(x > 0.0, x, 0.1 * x)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
