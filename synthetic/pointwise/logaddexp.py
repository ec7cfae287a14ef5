"""The logarithm of a sum of exponentials, log(exp(x) + exp(z)), and other pairs that take care.

The larger of the two is taken out of the sum: max(x, z) + log1p(exp(-|x - z|)) neither overflows nor loses
the smaller term, however far they are apart. One more step follows, which may be any.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def logaddexp_torch(x, z):
    y = torch.logaddexp(x, z)
    y = torch.sin(y)
    return y


@triton.jit
def log1p(t):
    """log(1 + t) for t >= 0: what 1 + t rounds away, the quotient t / (u - 1) puts back."""
    u = 1.0 + t
    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))


@triton.jit
def logaddexp_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def logaddexp_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    logaddexp_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
