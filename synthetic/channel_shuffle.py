"""Channel shuffle: the channels of x, dealt into groups, are interleaved: y[n, k * groups + g] = x[n, g * per_group + k].

One program takes BLOCK consecutive outputs. A plane moves as a whole, so neighbouring lanes read neighbouring memory.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 12, 1, 1), (2, 24, 3, 5), (1, 12, 6, 7)]


def make(*shape):
    return (torch.randn(shape),)


def channel_shuffle_torch(x):
    x = torch.relu(x)
    n, c, height, width = x.shape
    y = x.view(n, 2, c // 2, height, width).transpose(1, 2).reshape(n, c, height, width)
    y = torch.sigmoid(y)
    return y


@triton.jit
def channel_shuffle_kernel(x_ptr, y_ptr, n_elements, channels, plane, GROUPS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    n = offsets // (channels * plane)
    channel = offsets // plane % channels
    taken = channel % GROUPS * (channels // GROUPS) + channel // GROUPS
    x = tl.load(x_ptr + (n * channels + taken) * plane + offsets % plane, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def channel_shuffle_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n, channels, height, width = x.shape
    grid = (triton.cdiv(y.numel(), 1024),)
    channel_shuffle_kernel[grid](x, y, y.numel(), channels, height * width, GROUPS=2, BLOCK=1024)
    return y


AXES = [
    {
        "g3": {"n, 2, c // 2": "n, 3, c // 3", "GROUPS=2": "GROUPS=3"},
        "g4": {"n, 2, c // 2": "n, 4, c // 4", "GROUPS=2": "GROUPS=4"},
        "g6": {"n, 2, c // 2": "n, 6, c // 6", "GROUPS=2": "GROUPS=6"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
