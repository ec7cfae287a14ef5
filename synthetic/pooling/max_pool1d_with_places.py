"""Max pooling of a line that also tells where, y, place = max_pool1d(x, ..., return_indices=True).

A place counts in its own row and is that of the first of equal values. One program takes BLOCK consecutive
outputs and walks through the taps of all their windows at once, with the best value so far and its place.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 24), (2, 3, 33), (3, 5, 100)]


def make(*shape):
    return (torch.randn(shape),)


def max_pool1d_with_places_torch(x):
    y, place = F.max_pool1d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False, return_indices=True)
    y = torch.sigmoid(y)
    return y, place


@triton.jit
def max_pool1d_with_places_kernel(x_ptr, y_ptr, place_ptr, n_elements, length, out_length, KERNEL: tl.constexpr, PADDING: tl.constexpr,
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
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
    tl.store(place_ptr + offsets, place, mask=mask)


def max_pool1d_with_places_triton(x):
    x = x.contiguous()
    n, channels, length = x.shape
    window, padding = 3, 1
    stride = 2
    dilation = 1
    span = length + 2 * padding - dilation * (window - 1) - 1  # how far the window's start can travel
    out_length = span // stride + 1
    y = x.new_empty(n, channels, out_length)
    place = torch.empty_like(y, dtype=torch.int64)
    grid = (triton.cdiv(y.numel(), 1024),)
    max_pool1d_with_places_kernel[grid](x, y, place, y.numel(), length, out_length, KERNEL=window, PADDING=padding, STRIDE=stride,
                                        DILATION=dilation, BLOCK=1024)
    return y, place


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
