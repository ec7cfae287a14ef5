"""Whole powers, y = x^3, and small polynomials.

A power of a fixed whole number is a product; squares are shared, so that x^6 costs three multiplications.
Polynomials follow PyTorch's order of operations: near a root, another order would round to another value.
"""

import torch

import triton
import triton.language as tl

from python_to_triton.verification.exemplar import run

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def power_torch(x):
    y = x ** 3
    return y


@triton.jit
def power_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x * x * x
    tl.store(y_ptr + offsets, y, mask=mask)


def power_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    power_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
