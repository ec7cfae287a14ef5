"""Channels moved into finer pixels, then a second tensor, y = pixel_shuffle(x, r) + z: a bias of each
channel, a residual image.

Every place of y knows where in x it comes from: its row and column modulo r name the channel. z has a number
for each channel of y, or one for each place.
"""

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

from python_to_triton.verification.exemplar import run

CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]


def make(batch, channels, height, width):
    factor = 2
    z = torch.randn(channels, 1, 1)
    return torch.randn(batch, channels * factor * factor, height, width), z


def pixel_shuffle_joins_torch(x, z):
    x = torch.relu(x)
    y = F.pixel_shuffle(x, 2)
    y = torch.abs(y)
    y = y + z
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def pixel_shuffle_joins_kernel(x_ptr, z_ptr, y_ptr, n_elements, n_channels, height, width, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    column = offsets % (width * FACTOR)
    row = offsets // (width * FACTOR) % (height * FACTOR)
    plane = offsets // (width * FACTOR * height * FACTOR)  # batch and channel of y in one
    channel = (plane * FACTOR + row % FACTOR) * FACTOR + column % FACTOR
    source = (channel * height + row // FACTOR) * width + column // FACTOR
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = x
    y = tl.abs(y)
    z = tl.load(z_ptr + plane % n_channels, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    y = tl.sigmoid(y)
    y = 0.5 * y
    tl.store(y_ptr + offsets, y, mask=mask)


def pixel_shuffle_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    factor = 2
    n, channels, height, width = x.shape
    n_channels = channels // (factor * factor)
    y = x.new_empty(n, n_channels, height * factor, width * factor)
    grid = (triton.cdiv(y.numel(), 1024),)
    pixel_shuffle_joins_kernel[grid](x, z, y, y.numel(), n_channels, height, width, FACTOR=factor, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
