"""Attention heads taken apart, y[b, h, t, d] = x[b, t, h * D + d].

One program takes BLOCK consecutive outputs and traces each back to its token and its place within it.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 24), (2, 7, 48), (1, 9, 72)]


def make(*shape):
    return (torch.randn(shape),)


def split_heads_torch(x):
    x = torch.relu(x)
    batch, time, width = x.shape
    y = x.view(batch, time, 4, width // 4).transpose(1, 2).contiguous()
    y = torch.sigmoid(y)
    return y


@triton.jit
def split_heads_kernel(x_ptr, y_ptr, n_elements, time, head_width, HEADS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    d = offsets % head_width
    place = offsets // head_width % time
    h = offsets // (head_width * time) % HEADS
    b = offsets // (head_width * time * HEADS)
    x = tl.load(x_ptr + ((b * time + place) * HEADS + h) * head_width + d, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def split_heads_triton(x):
    x = x.contiguous()
    heads = 4
    batch, time, width = x.shape
    y = x.new_empty(batch, heads, time, width // heads)
    grid = (triton.cdiv(y.numel(), 1024),)
    split_heads_kernel[grid](x, y, y.numel(), time, width // heads, HEADS=heads, BLOCK=1024)
    return y


AXES = [
    {
        "h2": {"time, 4, width // 4": "time, 2, width // 2", "heads = 4": "heads = 2"},
        "h3": {"time, 4, width // 4": "time, 3, width // 3", "heads = 4": "heads = 3"},
        "h6": {"time, 4, width // 4": "time, 6, width // 6", "heads = 4": "heads = 6"},
        "h8": {"time, 4, width // 4": "time, 8, width // 8", "heads = 4": "heads = 8"},
        "h12": {"time, 4, width // 4": "time, 12, width // 12", "heads = 4": "heads = 12"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
