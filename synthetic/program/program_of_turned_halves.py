"""A tensor and its own two halves exchanged, one of them with its sign turned, meet two more: y = x * cos +
cat(-x2, x1) * sin and its kind.

x is (..., D); cos and sin have the sizes of its last dimensions, or fewer. One program takes BLOCK
consecutive outputs; number d of a row meets the number half a row away (of an odd row, one half is longer),
and cos and sin repeat themselves every `period` numbers.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 3, 4), (2, 3, 5, 9), (3, 2, 4, 66)]


def make(A, B, C, D):
    return torch.randn(A, B, C, D), torch.randn(C, D), torch.randn(C, D)


def program_of_turned_halves_torch(x, cos, sin):
    half = x.shape[-1] // 2
    y = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
    z = cos
    x = x * z
    z = sin
    y = y * z
    z = x
    y = torch.add(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def program_of_turned_halves_kernel(x_ptr, cos_ptr, sin_ptr, y_ptr, n_elements, D, period, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets % D < D - D // 2
    other = tl.where(first, offsets + D // 2, offsets - (D - D // 2))
    at = offsets % period
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.load(x_ptr + other, mask=mask, other=0.0).to(tl.float32)
    y = tl.where(first, -y, y)
    z = tl.load(cos_ptr + at, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    z = tl.load(sin_ptr + at, mask=mask, other=0.0).to(tl.float32)
    y = y * z
    z = x
    y = y + z
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def program_of_turned_halves_triton(x, cos, sin):
    x, cos, sin = x.contiguous(), cos.contiguous(), sin.contiguous()
    y = torch.empty_like(x)
    grid = (triton.cdiv(x.numel(), 1024),)
    program_of_turned_halves_kernel[grid](x, cos, sin, y, x.numel(), x.shape[-1], cos.numel(), BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
