"""Rotary position embedding: the two halves (x1, x2) of each row of x become (x1 cos - x2 sin, x2 cos + x1
sin).

x is (B, T, H, D), cos and sin are (T, D / 2). One program owns one (batch, position, head) row: it reads both
halves, and the cos and sin of its position, once, and writes both halves.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (2, 3, 2, 10), (1, 2, 3, 64)]  # B, T, H, D


def make(B, T, H, D):
    return torch.randn(B, T, H, D), torch.randn(T, D // 2), torch.randn(T, D // 2)


def rotary_torch(x, cos, sin):
    x1, x2 = x.chunk(2, dim=-1)
    cos, sin = cos[None, :, None, :], sin[None, :, None, :]
    y = torch.cat((x1 * cos - x2 * sin, x2 * cos + x1 * sin), dim=-1)
    return y


@triton.jit
def rotary_kernel(x_ptr, cos_ptr, sin_ptr, y_ptr, T, H, D, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    position = row // H % T
    half = D // 2
    for start in range(0, half, BLOCK):
        d = start + tl.arange(0, BLOCK)
        mask = d < half
        cos = tl.load(cos_ptr + position * half + d, mask=mask, other=0.0).to(tl.float32)
        sin = tl.load(sin_ptr + position * half + d, mask=mask, other=0.0).to(tl.float32)
        x1 = tl.load(x_ptr + row * D + d, mask=mask, other=0.0).to(tl.float32)
        x2 = tl.load(x_ptr + row * D + half + d, mask=mask, other=0.0).to(tl.float32)
        y1 = x1 * cos - x2 * sin
        y2 = x2 * cos + x1 * sin
        tl.store(y_ptr + row * D + d, y1, mask=mask)
        tl.store(y_ptr + row * D + half + d, y2, mask=mask)


def rotary_triton(x, cos, sin):
    x = x.contiguous()
    cos = cos.contiguous()
    sin = sin.contiguous()
    B, T, H, D = x.shape
    y = torch.empty_like(x)
    rotary_kernel[(B * T * H,)](x, cos, sin, y, T, H, D, BLOCK=64, num_warps=1)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
