"""Pixel unshuffle: every r x r square of pixels becomes r * r channels, y[n, (c r + i) r + j, h, w] = x[n, c, h r + i, w r + j].

One program takes BLOCK consecutive outputs and traces each back to the pixel that it came from.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]


def make(batch, channels, height, width):
    return (torch.randn(batch, channels, height * 2, width * 2),)


def pixel_unshuffle_torch(x):
    x = torch.relu(x)
    y = F.pixel_unshuffle(x, 2)
    y = torch.sigmoid(y)
    return y


@triton.jit
def pixel_unshuffle_kernel(x_ptr, y_ptr, n_elements, out_height, out_width, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    w = offsets % out_width
    h = offsets // out_width % out_height
    channel = offsets // (out_width * out_height)  # batch and channel of y in one
    row = h * FACTOR + channel // FACTOR % FACTOR
    column = w * FACTOR + channel % FACTOR
    plane = channel // (FACTOR * FACTOR)
    source = (plane * out_height * FACTOR + row) * out_width * FACTOR + column
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def pixel_unshuffle_triton(x):
    x = x.contiguous()
    factor = 2
    n, channels, height, width = x.shape
    y = x.new_empty(n, channels * factor * factor, height // factor, width // factor)
    grid = (triton.cdiv(y.numel(), 1024),)
    pixel_unshuffle_kernel[grid](x, y, y.numel(), height // factor, width // factor, FACTOR=factor, BLOCK=1024)
    return y


AXES = [
    {
        "x3": {"height * 2, width * 2": "height * 3, width * 3", "(x, 2)": "(x, 3)", "factor = 2": "factor = 3"},
        "x4": {"height * 2, width * 2": "height * 4, width * 4", "(x, 2)": "(x, 4)", "factor = 2": "factor = 4"},
        "x5": {"height * 2, width * 2": "height * 5, width * 5", "(x, 2)": "(x, 5)", "factor = 2": "factor = 5"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
