"""Max pooling of a plane that also tells where, y, place = max_pool2d(x, ..., return_indices=True).

A place counts in its own plane, row * W + column, and is that of the first of equal values. One program takes BLOCK
consecutive outputs and walks through the taps of all their windows at once, with the best value so far and its place.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 14, 14), (2, 3, 17, 15), (1, 2, 16, 25)]


def make(*shape):
    return (torch.randn(shape),)


def max_pool2d_with_places_torch(x):
    y, place = F.max_pool2d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False, return_indices=True)
    y = torch.sigmoid(y)
    return y, place


@triton.jit
def max_pool2d_with_places_kernel(x_ptr, y_ptr, place_ptr, n_elements, height, width, out_height, out_width, KERNEL_H: tl.constexpr,
                                  KERNEL_W: tl.constexpr, PAD_H: tl.constexpr, PAD_W: tl.constexpr, STRIDE_H: tl.constexpr,
                                  STRIDE_W: tl.constexpr, DILATION_H: tl.constexpr, DILATION_W: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (out_height * out_width)
    top = offsets // out_width % out_height * STRIDE_H - PAD_H
    left = offsets % out_width * STRIDE_W - PAD_W
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
    place = tl.zeros((BLOCK,), tl.int64)
    for k in range(KERNEL_H):
        for l in tl.static_range(KERNEL_W):
            row = top + k * DILATION_H
            column = left + l * DILATION_W
            inside = mask & (row >= 0) & (row < height) & (column >= 0) & (column < width)
            x = tl.load(x_ptr + (plane * height + row) * width + column, mask=inside, other=float("-inf")).to(tl.float32)
            place = tl.where(x > y, row * width + column, place)  # strictly: of equal values the first stays
            y = tl.maximum(y, x)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
    tl.store(place_ptr + offsets, place, mask=mask)


def max_pool2d_with_places_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1
    stride_h, stride_w = 2, 2
    dilation_h, dilation_w = 1, 1
    span_h = height + 2 * pad_h - dilation_h * (kernel_h - 1) - 1  # how far the window's corner can travel
    span_w = width + 2 * pad_w - dilation_w * (kernel_w - 1) - 1
    out_height = span_h // stride_h + 1
    out_width = span_w // stride_w + 1
    y = x.new_empty(n, channels, out_height, out_width)
    place = torch.empty_like(y, dtype=torch.int64)
    grid = (triton.cdiv(y.numel(), 1024),)
    max_pool2d_with_places_kernel[grid](x, y, place, y.numel(), height, width, out_height, out_width, KERNEL_H=kernel_h, KERNEL_W=kernel_w,
                                        PAD_H=pad_h, PAD_W=pad_w, STRIDE_H=stride_h, STRIDE_W=stride_w, DILATION_H=dilation_h,
                                        DILATION_W=dilation_w, BLOCK=1024)
    return y, place


FAMILY = {
    "max_pool2d_places_first": {"return y, place": "return place, y"},
}
AXES = [
    {
        "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0",
               "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 0, 0"},
        "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1",
                 "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 1, 1"},
        "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0",
               "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 0, 0"},
        "k4": {"kernel_size=3, padding=1": "kernel_size=4, padding=0",
               "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 0, 0"},
        "k4p1": {"kernel_size=3, padding=1": "kernel_size=4, padding=1",
                 "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 1, 1"},
        "k5": {"kernel_size=3, padding=1": "kernel_size=5, padding=0",
               "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 0, 0"},
        "k5p1": {"kernel_size=3, padding=1": "kernel_size=5, padding=1",
                 "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 1, 1"},
        "k5p2": {"kernel_size=3, padding=1": "kernel_size=5, padding=2",
                 "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 2, 2"},
        "k6p2": {"kernel_size=3, padding=1": "kernel_size=6, padding=2",
                 "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 6, 6, 2, 2"},
        "k7": {"kernel_size=3, padding=1": "kernel_size=7, padding=0",
               "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 0, 0"},
        "k7p3": {"kernel_size=3, padding=1": "kernel_size=7, padding=3",
                 "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 3, 3"},
        "k": ({"kernel_size=3, padding=1": "kernel_size=({0}, {1}), padding=({2}, {3})",
               "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = {0}, {1}, {2}, {3}"},
              "3200 2300 3511 5321 1301 3110 2412 4301 5200 2501 1500 4110 3401 5310 6231 2511"),
    },
    {
        "s1": {"stride=2": "stride=1", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 1, 1"},
        "s3": {"stride=2": "stride=3", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 3, 3"},
        "s4": {"stride=2": "stride=4", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 4, 4"},
        "s": ({"stride=2": "stride=({0}, {1})", "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {1}"}, "21 12 32 13 31 23 24 41"),
    },
    {
        "d2": {"dilation=1": "dilation=2", "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2"},
        "d": ({"dilation=1": "dilation=({0}, {1})", "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}"}, "21 12 13 31 32 23"),
    },
    {
        # A last window that hangs over the end counts, unless it would start in the padding beyond it.
        "ceil": {"ceil_mode=False": "ceil_mode=True",
                 "span_h // stride_h + 1": "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))",
                 "span_w // stride_w + 1": "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"},
    },
    {
        "unbatched": {
            "[(1, 1, 14, 14), (2, 3, 17, 15), (1, 2, 16, 25)]": "[(1, 14, 14), (3, 17, 15), (2, 16, 25)]",
            "n, channels, height, width = x.shape": "channels, height, width = x.shape",
            "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height",
        },
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
