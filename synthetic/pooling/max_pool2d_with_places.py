"""Max pooling of a plane that also tells where, y, place = max_pool2d(x, ..., return_indices=True).

A place counts in its own plane, row * W + column, and is that of the first of equal values. One program takes
a block of outputs and walks through the taps of all their windows at once, with the best value so far
and its place.
"""

from python_to_triton.verification.exemplar import run

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
def max_pool2d_with_places_kernel(x_ptr, y_ptr, place_ptr, n_rows, height, width, out_height, out_width,
                                  KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr, PAD_H: tl.constexpr,
                                  PAD_W: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                                  DILATION_H: tl.constexpr, DILATION_W: tl.constexpr, ROWS: tl.constexpr,
                                  COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    plane = (out_row // out_height).to(tl.int64)
    top = out_row % out_height * STRIDE_H - PAD_H
    left = out_column * STRIDE_W - PAD_W
    y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)
    place = tl.zeros((ROWS, COLUMNS), tl.int64)
    for k in range(KERNEL_H):
        for l in tl.static_range(KERNEL_W):
            row = top + k * DILATION_H
            column = left + l * DILATION_W
            inside = mask & (row >= 0) & (row < height) & (column >= 0) & (column < width)
            x = tl.load(x_ptr + (plane * height + row) * width + column, mask=inside,
                        other=float("-inf")).to(tl.float32)
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
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(out_width, columns))
    max_pool2d_with_places_kernel[grid](x, y, place, n_rows, height, width, out_height, out_width, KERNEL_H=kernel_h,
                                        KERNEL_W=kernel_w, PAD_H=pad_h, PAD_W=pad_w, STRIDE_H=stride_h,
                                        STRIDE_W=stride_w, DILATION_H=dilation_h, DILATION_W=dilation_w,
                                        ROWS=512 // columns, COLUMNS=columns)
    return y, place


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
