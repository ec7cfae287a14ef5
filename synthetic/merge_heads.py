"""Attention heads put together again, y[b, t, h * D + d] = x[b, h, t, d].

One program takes BLOCK consecutive outputs and traces each back to its head. x may be any strided view, since its
strides travel with it.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 7, 11), (1, 4, 9, 16)]


def make(*shape):
    return (torch.randn(shape),)


def merge_heads_torch(x):
    x = torch.relu(x)
    batch, heads, time, head_width = x.shape
    y = x.transpose(1, 2).reshape(batch, time, heads * head_width)
    y = torch.sigmoid(y)
    return y


@triton.jit
def merge_heads_kernel(x_ptr, y_ptr, n_elements, heads, time, head_width, stride_b, stride_h, stride_t, stride_d, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    d = offsets % head_width
    h = offsets // head_width % heads
    row = offsets // (head_width * heads)
    source = row // time * stride_b + h * stride_h + row % time * stride_t + d * stride_d
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def merge_heads_triton(x):
    batch, heads, time, head_width = x.shape
    y = x.new_empty(batch, time, heads * head_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    merge_heads_kernel[grid](x, y, y.numel(), heads, time, head_width, x.stride(0), x.stride(1), x.stride(2), x.stride(3),
                             BLOCK=1024)
    return y


AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
