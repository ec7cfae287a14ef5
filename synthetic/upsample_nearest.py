"""Nearest-neighbour upsampling by whole factors, y[n, c, i, j] = x[n, c, i // factor, j // factor].

One program takes BLOCK consecutive outputs. Neighbouring lanes read the same pixel, which the cache serves.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]


def make(*shape):
    return (torch.randn(shape),)


def upsample_nearest_torch(x):
    x = torch.relu(x)
    y = F.interpolate(x, scale_factor=2, mode="nearest")
    y = torch.sigmoid(y)
    return y


@triton.jit
def upsample_nearest_kernel(x_ptr, y_ptr, n_elements, height, width, FACTOR_H: tl.constexpr, FACTOR_W: tl.constexpr,
                            BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    column = offsets % (width * FACTOR_W) // FACTOR_W
    row = offsets // (width * FACTOR_W) % (height * FACTOR_H) // FACTOR_H
    plane = offsets // (width * FACTOR_W * height * FACTOR_H)
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def upsample_nearest_triton(x):
    x = x.contiguous()
    factor_h, factor_w = 2, 2
    n, channels, height, width = x.shape
    y = x.new_empty(n, channels, height * factor_h, width * factor_w)
    grid = (triton.cdiv(y.numel(), 1024),)
    upsample_nearest_kernel[grid](x, y, y.numel(), height, width, FACTOR_H=factor_h, FACTOR_W=factor_w, BLOCK=1024)
    return y


FAMILY = {
    "upsample_nearest1d": {"CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]": "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 100)]",
                           "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 2",
                           "n, channels, height, width = x.shape": "n, channels, width = x.shape\nheight = 1",
                           "n, channels, height * factor_h, width * factor_w": "n, channels, width * factor_w"},
    "upsample_nearest1d_x3": {"CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]": "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 100)]",
                              "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 3", "scale_factor=2": "scale_factor=3",
                              "n, channels, height, width = x.shape": "n, channels, width = x.shape\nheight = 1",
                              "n, channels, height * factor_h, width * factor_w": "n, channels, width * factor_w"},
    "upsample_nearest1d_x4": {"CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]": "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 100)]",
                              "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 4", "scale_factor=2": "scale_factor=4",
                              "n, channels, height, width = x.shape": "n, channels, width = x.shape\nheight = 1",
                              "n, channels, height * factor_h, width * factor_w": "n, channels, width * factor_w"},
    "upsample_nearest_x3": {"scale_factor=2": "scale_factor=3", "factor_h, factor_w = 2, 2": "factor_h, factor_w = 3, 3"},
    "upsample_nearest_x4": {"scale_factor=2": "scale_factor=4", "factor_h, factor_w = 2, 2": "factor_h, factor_w = 4, 4"},
    "upsample_nearest_x5": {"scale_factor=2": "scale_factor=5", "factor_h, factor_w = 2, 2": "factor_h, factor_w = 5, 5"},
    "upsample_nearest_2x3": {"scale_factor=2": "scale_factor=(2, 3)", "factor_h, factor_w = 2, 2": "factor_h, factor_w = 2, 3"},
    "upsample_nearest_1x2": {"scale_factor=2": "scale_factor=(1, 2)", "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 2"},
    "upsample_nearest_4x2": {"scale_factor=2": "scale_factor=(4, 2)", "factor_h, factor_w = 2, 2": "factor_h, factor_w = 4, 2"},
}

AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
