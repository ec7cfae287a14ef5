"""Hyperbolic sine, y = (exp(x) - exp(-x)) / 2, its cosine and their inverses.

Near zero the difference cancels: with e = expm1(|x|), sinh |x| = (e + e / (e + 1)) / 2. Far out exp(-|x|) is
nothing and exp(|x|) / 2 is all. Odd functions are computed for |x| and given the sign of x.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def sinh_torch(x):
    y = torch.sinh(x)
    return y


@triton.jit
def sinh(a):
    """sinh(a) for a >= 0; past 1 nothing cancels any more."""
    u = tl.exp(a)
    near = tl.where(u == 1.0, a, (u - 1.0) * a / tl.log(u))
    return tl.where(a > 1.0, 0.5 * (u - 1.0 / u), 0.5 * (near + near / (near + 1.0)))


@triton.jit
def sinh_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    a = tl.abs(x)
    y = sinh(a)
    y = tl.where(x < 0.0, -y, y)
    tl.store(y_ptr + offsets, y, mask=mask)


def sinh_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    sinh_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
