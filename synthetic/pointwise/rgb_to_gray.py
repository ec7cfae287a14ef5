"""A colour image made gray, y[n] = 0.299 red + 0.587 green + 0.114 blue.

One program takes BLOCK consecutive outputs and loads the three planes of the image, which lie one plane
apart.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 5, 33), (1, 30, 40)]


def make(n, height, width):
    return (torch.randn(n, 3, height, width),)


def rgb_to_gray_torch(x):
    y = 0.299 * x[:, 0] + 0.587 * x[:, 1] + 0.114 * x[:, 2]
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def rgb_to_gray_kernel(x_ptr, y_ptr, n_elements, channels, plane, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = x_ptr + offsets // plane * (channels * plane) + offsets % plane
    red = tl.load(source, mask=mask, other=0.0).to(tl.float32)
    green = tl.load(source + plane, mask=mask, other=0.0).to(tl.float32)
    blue = tl.load(source + 2 * plane, mask=mask, other=0.0).to(tl.float32)
    y = 0.299 * red + 0.587 * green + 0.114 * blue
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def rgb_to_gray_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    y = x.new_empty(n, height, width)
    grid = (triton.cdiv(y.numel(), 1024),)
    rgb_to_gray_kernel[grid](x, y, y.numel(), channels, height * width, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
