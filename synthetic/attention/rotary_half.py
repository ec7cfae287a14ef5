"""Rotary position embedding as models write it with `rotate_half`: y = x * cos + cat(-x2, x1) * sin, x =
cat(x1, x2).

x is (B, H, T, D), cos and sin are (T, D), a number for each element. One program owns one (batch, head,
position) row: it reads each element and the one that it is turned with, which the cache still holds.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (2, 3, 5, 10), (1, 2, 3, 67)]  # B, H, T, D


def make(B, H, T, D):
    return torch.randn(B, H, T, D), torch.randn(T, D), torch.randn(T, D)


def rotary_half_torch(x, cos, sin):
    x1, x2 = x.chunk(2, dim=-1)
    y = x * cos + torch.cat((-x2, x1), dim=-1) * sin
    return y


@triton.jit
def rotary_half_kernel(x_ptr, cos_ptr, sin_ptr, y_ptr, H, T, D, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    place = row % T
    for start in range(0, D, BLOCK):
        d = start + tl.arange(0, BLOCK)
        mask = d < D
        # -x2 stands first; of an odd row x1 is the longer part.
        first = d < D // 2
        other = tl.where(first, d + D - D // 2, d - D // 2)
        x = tl.load(x_ptr + row * D + d, mask=mask, other=0.0).to(tl.float32)
        turned = tl.load(x_ptr + row * D + other, mask=mask, other=0.0).to(tl.float32)
        cos = tl.load(cos_ptr + place * D + d, mask=mask, other=0.0).to(tl.float32)
        sin = tl.load(sin_ptr + place * D + d, mask=mask, other=0.0).to(tl.float32)
        turned = tl.where(first, -turned, turned)
        y = x * cos + turned * sin
        tl.store(y_ptr + row * D + d, y, mask=mask)


def rotary_half_triton(x, cos, sin):
    x, cos, sin = x.contiguous(), cos.contiguous(), sin.contiguous()
    B, H, T, D = x.shape
    y = torch.empty_like(x)
    rotary_half_kernel[(B * H * T,)](x, cos, sin, y, H, T, D, BLOCK=128, num_warps=1)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
