"""Max pooling of a line that tells only where, max_pool1d(x, ..., return_indices=True)[1].

A place counts in its own row and is that of the first of equal values. One program takes BLOCK
consecutive outputs and walks through the taps of all their windows at once, with the best value so far and its place.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 24), (2, 3, 33), (3, 5, 100)]


def make(*shape):
    return (torch.randn(shape),)


def max_pool1d_places_torch(x):
    _, place = F.max_pool1d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False, return_indices=True)
    return place


@triton.jit
def max_pool1d_places_kernel(x_ptr, place_ptr, n_elements, length, out_length, KERNEL: tl.constexpr, PADDING: tl.constexpr,
                             STRIDE: tl.constexpr, DILATION: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_length
    start = offsets % out_length * STRIDE - PADDING  # below 0 where the window begins in the padding
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
    place = tl.zeros((BLOCK,), tl.int64)
    for k in tl.static_range(KERNEL):
        at = start + k * DILATION
        inside = mask & (at >= 0) & (at < length)
        x = tl.load(x_ptr + row * length + at, mask=inside, other=float("-inf")).to(tl.float32)
        place = tl.where(x > y, at, place)  # strictly: of equal values the first stays
        y = tl.maximum(y, x)
    tl.store(place_ptr + offsets, place, mask=mask)


def max_pool1d_places_triton(x):
    x = x.contiguous()
    n, channels, length = x.shape
    window, padding = 3, 1
    stride = 2
    dilation = 1
    span = length + 2 * padding - dilation * (window - 1) - 1  # how far the window's start can travel
    out_length = span // stride + 1
    place = x.new_empty(n, channels, out_length, dtype=torch.int64)
    grid = (triton.cdiv(place.numel(), 1024),)
    max_pool1d_places_kernel[grid](x, place, place.numel(), length, out_length, KERNEL=window, PADDING=padding, STRIDE=stride,
                                   DILATION=dilation, BLOCK=1024)
    return place


AXES = [
    {
        "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0", "window, padding = 3, 1": "window, padding = 2, 0"},
        "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1", "window, padding = 3, 1": "window, padding = 2, 1"},
        "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0", "window, padding = 3, 1": "window, padding = 3, 0"},
        "k4": {"kernel_size=3, padding=1": "kernel_size=4, padding=0", "window, padding = 3, 1": "window, padding = 4, 0"},
        "k4p1": {"kernel_size=3, padding=1": "kernel_size=4, padding=1", "window, padding = 3, 1": "window, padding = 4, 1"},
        "k4p2": {"kernel_size=3, padding=1": "kernel_size=4, padding=2", "window, padding = 3, 1": "window, padding = 4, 2"},
        "k5": {"kernel_size=3, padding=1": "kernel_size=5, padding=0", "window, padding = 3, 1": "window, padding = 5, 0"},
        "k5p1": {"kernel_size=3, padding=1": "kernel_size=5, padding=1", "window, padding = 3, 1": "window, padding = 5, 1"},
        "k5p2": {"kernel_size=3, padding=1": "kernel_size=5, padding=2", "window, padding = 3, 1": "window, padding = 5, 2"},
        "k6": {"kernel_size=3, padding=1": "kernel_size=6, padding=0", "window, padding = 3, 1": "window, padding = 6, 0"},
        "k6p3": {"kernel_size=3, padding=1": "kernel_size=6, padding=3", "window, padding = 3, 1": "window, padding = 6, 3"},
        "k7": {"kernel_size=3, padding=1": "kernel_size=7, padding=0", "window, padding = 3, 1": "window, padding = 7, 0"},
        "k7p3": {"kernel_size=3, padding=1": "kernel_size=7, padding=3", "window, padding = 3, 1": "window, padding = 7, 3"},
        "k8": {"kernel_size=3, padding=1": "kernel_size=8, padding=0", "window, padding = 3, 1": "window, padding = 8, 0"},
        "k8p4": {"kernel_size=3, padding=1": "kernel_size=8, padding=4", "window, padding = 3, 1": "window, padding = 8, 4"},
    },
    {
        "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
        "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
        "s4": {"stride=2": "stride=4", "stride = 2": "stride = 4"},
        "s5": {"stride=2": "stride=5", "stride = 2": "stride = 5"},
    },
    {
        "d2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
        "d3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
    },
    {
        # A last window that hangs over the end counts, unless it would start in the right padding.
        "ceil": {"ceil_mode=False": "ceil_mode=True",
                 "span // stride + 1": "min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, stride))"},
    },
    {
        "unbatched": {
            "[(1, 1, 24), (2, 3, 33), (3, 5, 100)]": "[(1, 24), (3, 33), (5, 100)]",
            "n, channels, length = x.shape": "channels, length = x.shape",
            "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length",
        },
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
