"""Rotary position embedding of neighbours: each pair (x[2i], x[2i + 1]) is turned by the angle of its position.

x is (B, T, H, D), cos and sin are (T, D / 2). One program owns one (batch, position, head) row. The two numbers of a
pair are read with a step of 2; both reads touch the same cache lines, so the second is nearly free.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (2, 3, 2, 10), (1, 2, 3, 64)]  # B, T, H, D


def make(B, T, H, D):
    return torch.randn(B, T, H, D), torch.randn(T, D // 2), torch.randn(T, D // 2)


def rotary_interleaved_torch(x, cos, sin):
    x1, x2 = x[..., 0::2], x[..., 1::2]
    cos, sin = cos[None, :, None, :], sin[None, :, None, :]
    y = torch.stack((x1 * cos - x2 * sin, x2 * cos + x1 * sin), dim=-1).flatten(-2)
    return y


@triton.jit
def rotary_interleaved_kernel(x_ptr, cos_ptr, sin_ptr, y_ptr, T, H, D, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    position = row // H % T
    half = D // 2
    for start in range(0, half, BLOCK):
        pair = start + tl.arange(0, BLOCK)
        mask = pair < half
        cos = tl.load(cos_ptr + position * half + pair, mask=mask, other=0.0).to(tl.float32)
        sin = tl.load(sin_ptr + position * half + pair, mask=mask, other=0.0).to(tl.float32)
        x1 = tl.load(x_ptr + row * D + 2 * pair, mask=mask, other=0.0).to(tl.float32)
        x2 = tl.load(x_ptr + row * D + 2 * pair + 1, mask=mask, other=0.0).to(tl.float32)
        y1 = x1 * cos - x2 * sin
        y2 = x2 * cos + x1 * sin
        tl.store(y_ptr + row * D + 2 * pair, y1, mask=mask)
        tl.store(y_ptr + row * D + 2 * pair + 1, y2, mask=mask)


def rotary_interleaved_triton(x, cos, sin):
    x = x.contiguous()
    cos = cos.contiguous()
    sin = sin.contiguous()
    B, T, H, D = x.shape
    y = torch.empty_like(x)
    rotary_interleaved_kernel[(B * T * H,)](x, cos, sin, y, T, H, D, BLOCK=64, num_warps=1)
    return y


FAMILY = {
    "rotary_interleaved_back": {
        "torch.stack((x1 * cos - x2 * sin, x2 * cos + x1 * sin)": "torch.stack((x1 * cos + x2 * sin, x2 * cos - x1 * sin)",
        "y1 = x1 * cos - x2 * sin": "y1 = x1 * cos + x2 * sin",
        "y2 = x2 * cos + x1 * sin": "y2 = x2 * cos - x1 * sin",
    },
}
AXES = [
    {
        "heads_first": {
            "torch.randn(B, T, H, D)": "torch.randn(B, H, T, D)",
            "cos, sin = cos[None, :, None, :], sin[None, :, None, :]": "cos, sin = cos[None, None], sin[None, None]",
            "position = row // H % T": "position = row % T",
            "T, H, D, BLOCK: tl": "T, D, BLOCK: tl",
            "B, T, H, D = x.shape": "B, H, T, D = x.shape",
            "y, T, H, D, BLOCK=64": "y, T, D, BLOCK=64",
        },
        "sequence": {
            "torch.randn(B, T, H, D)": "torch.randn(B * H, T, D)",
            "cos, sin = cos[None, :, None, :], sin[None, :, None, :]": "",
            "position = row // H % T": "position = row % T",
            "T, H, D, BLOCK: tl": "T, D, BLOCK: tl",
            "B, T, H, D = x.shape": "B, T, D = x.shape",
            "(B * T * H,)": "(B * T,)",
            "y, T, H, D, BLOCK=64": "y, T, D, BLOCK=64",
        },
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
