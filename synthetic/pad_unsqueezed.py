"""A function of x padded along its channels, y = pad(f(x).unsqueeze(1), (0, 0, 0, 0, n, m)): what a window across channels is taken of.

One program takes BLOCK consecutive outputs. Channels that x does not have are the constant, after every function of x.
"""
from harness import run

import math

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3), (2, 7, 5, 6), (3, 4, 9, 4)]  # N, C, H, W


def make(*shape):
    return (torch.randn(shape),)


def pad_unsqueezed_torch(x):
    x = torch.relu(x)
    x = torch.square(x)
    y = F.pad(x.unsqueeze(1), (0, 0, 0, 0, 2, 2))
    return y


@triton.jit
def pad_unsqueezed_kernel(x_ptr, y_ptr, n_elements, channels, out_channels, AREA, BEFORE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    n = offsets // (out_channels * AREA)
    channel = offsets // AREA % out_channels - BEFORE
    inside = mask & (channel >= 0) & (channel < channels)
    x = tl.load(x_ptr + (n * channels + channel) * AREA + offsets % AREA, mask=inside, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = x * x
    y = tl.where(inside, x, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def pad_unsqueezed_triton(x):
    x = x.contiguous()
    before, after = 2, 2
    n, channels, *places = x.shape
    y = x.new_empty(n, 1, before + channels + after, *places)
    grid = (triton.cdiv(y.numel(), 1024),)
    pad_unsqueezed_kernel[grid](x, y, y.numel(), channels, y.shape[2], math.prod(places), BEFORE=before, BLOCK=1024)
    return y


FAMILY = {
    "pad_unsqueezed_line": {
        "[(1, 1, 2, 3), (2, 7, 5, 6), (3, 4, 9, 4)]  # N, C, H, W": "[(1, 1, 3), (2, 7, 5), (3, 4, 36)]  # N, C, L",
        "(0, 0, 0, 0, ": "(0, 0, ",
    },
    "pad_channels": {  # the dimension is there
        "x.unsqueeze(1), (0, 0": "x, (0, 0",
        "x.new_empty(n, 1, before": "x.new_empty(n, before",
        "channels, y.shape[2], math": "channels, y.shape[1], math",
    },
}
AXES = [
    {
        "by": ({"2, 2))": "{0}, {1}))", "before, after = 2, 2": "before, after = {0}, {1}"}, "11 33 44 10 01 21 12 32 20 30 02"),
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    {"as_it_is": {"x = torch.square(x)": "", "x = x * x": ""}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
