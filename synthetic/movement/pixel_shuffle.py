"""Pixel shuffle: r * r channels become an r times finer plane, y[n, c, h r + i, w r + j] = x[n, (c r + i) r +
j, h, w].

One program takes BLOCK consecutive outputs and traces each back to the channel and the pixel that it came
from.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]


def make(batch, channels, height, width):
    return (torch.randn(batch, channels * 2 * 2, height, width),)


def pixel_shuffle_torch(x):
    x = torch.relu(x)
    y = F.pixel_shuffle(x, 2)
    y = torch.sigmoid(y)
    return y


@triton.jit
def pixel_shuffle_kernel(x_ptr, y_ptr, n_elements, height, width, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    column = offsets % (width * FACTOR)
    row = offsets // (width * FACTOR) % (height * FACTOR)
    plane = offsets // (width * FACTOR * height * FACTOR)  # batch and channel of y in one
    channel = (plane * FACTOR + row % FACTOR) * FACTOR + column % FACTOR
    source = (channel * height + row // FACTOR) * width + column // FACTOR
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def pixel_shuffle_triton(x):
    x = x.contiguous()
    factor = 2
    n, channels, height, width = x.shape
    y = x.new_empty(n, channels // (factor * factor), height * factor, width * factor)
    grid = (triton.cdiv(y.numel(), 1024),)
    pixel_shuffle_kernel[grid](x, y, y.numel(), height, width, FACTOR=factor, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
