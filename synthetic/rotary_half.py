"""Rotary position embedding as models write it with `rotate_half`: y = x * cos + cat(-x2, x1) * sin, x = cat(x1, x2).

x is (B, H, T, D), cos and sin are (T, D), a number for each element. One program owns one (batch, head, position) row:
it reads both halves of the row, of its cos and of its sin once, and writes both halves.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (2, 3, 5, 10), (1, 2, 3, 66)]  # B, H, T, D


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
    half = D // 2
    for start in range(0, half, BLOCK):
        d = start + tl.arange(0, BLOCK)
        mask = d < half
        cos1 = tl.load(cos_ptr + place * D + d, mask=mask, other=0.0).to(tl.float32)
        cos2 = tl.load(cos_ptr + place * D + half + d, mask=mask, other=0.0).to(tl.float32)
        sin1 = tl.load(sin_ptr + place * D + d, mask=mask, other=0.0).to(tl.float32)
        sin2 = tl.load(sin_ptr + place * D + half + d, mask=mask, other=0.0).to(tl.float32)
        x1 = tl.load(x_ptr + row * D + d, mask=mask, other=0.0).to(tl.float32)
        x2 = tl.load(x_ptr + row * D + half + d, mask=mask, other=0.0).to(tl.float32)
        y1 = x1 * cos1 - x2 * sin1
        y2 = x2 * cos2 + x1 * sin2
        tl.store(y_ptr + row * D + d, y1, mask=mask)
        tl.store(y_ptr + row * D + half + d, y2, mask=mask)


def rotary_half_triton(x, cos, sin):
    x, cos, sin = x.contiguous(), cos.contiguous(), sin.contiguous()
    B, H, T, D = x.shape
    y = torch.empty_like(x)
    rotary_half_kernel[(B * H * T,)](x, cos, sin, y, H, T, D, BLOCK=64, num_warps=1)
    return y


FAMILY = {
    "rotary_half_back": {
        "torch.cat((-x2, x1), dim=-1) * sin": "torch.cat((x2, -x1), dim=-1) * sin",
        "y1 = x1 * cos1 - x2 * sin1": "y1 = x1 * cos1 + x2 * sin1",
        "y2 = x2 * cos2 + x1 * sin2": "y2 = x2 * cos2 - x1 * sin2",
    },
}
AXES = [
    {
        "heads_last": {"def make(B, H, T, D):": "def make(B, T, H, D):", "torch.randn(B, H, T, D)": "torch.randn(B, T, H, D)",
                       "torch.randn(T, D)": "torch.randn(T, 1, D)", "row % T": "row // H % T", "B, H, T, D = x.shape": "B, T, H, D = x.shape"},
        "batched": {"torch.randn(T, D)": "torch.randn(1, 1, T, D)"},
        "own_sample": {"torch.randn(T, D)": "torch.randn(B, 1, T, D)", "row % T": "row // (H * T) * T + row % T"},
        "sequence": {"torch.randn(B, H, T, D)": "torch.randn(B * H, T, D)", "B, H, T, D = x.shape": "B, T, D = x.shape",
                     "(B * H * T,)": "(B * T,)", "y_ptr, H, T": "y_ptr, T", "y, H, T": "y, T"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
