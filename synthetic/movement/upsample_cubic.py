"""Bicubic resizing of a plane: each output is a blend of the 4 x 4 pixels around its place in x, by Keys'
cubic with a = -0.75.

One program takes a block of outputs. The place of output i in x is (i + 0.5) * scale - 0.5, or with
align_corners i * (H - 1) / (out - 1); a tap that falls outside x takes the pixel at the border.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3), (2, 1, 3, 11), (2, 3, 5, 6)]


def make(*shape):
    return (torch.randn(shape),)


def upsample_cubic_torch(x):
    y = F.interpolate(x, scale_factor=2, mode="bicubic", align_corners=False)
    y = torch.sigmoid(y)
    return y


@triton.jit
def upsample_cubic_share(distance):
    near = ((1.25 * distance - 2.25) * distance) * distance + 1.0
    far = ((-0.75 * distance + 3.75) * distance - 6.0) * distance + 3.0
    return tl.where(distance <= 1.0, near, far)


@triton.jit
def upsample_cubic_kernel(x_ptr, y_ptr, n_rows, height, width, out_height, out_width, scale_h, scale_w,
                          ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    plane = (out_row // out_height).to(tl.int64)
    i = (out_row % out_height).to(tl.float32)
    j = out_column.to(tl.float32)
    place_h = (i + 0.5) * scale_h - 0.5
    place_w = (j + 0.5) * scale_w - 0.5
    top = tl.floor(place_h)
    left = tl.floor(place_w)
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for tap_h in tl.static_range(-1, 3):
        row = tl.minimum(tl.maximum((top + tap_h).to(tl.int64), 0), height - 1)
        line = tl.zeros((ROWS, COLUMNS), tl.float32)
        for tap_w in tl.static_range(-1, 3):
            column = tl.minimum(tl.maximum((left + tap_w).to(tl.int64), 0), width - 1)
            x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
            line += upsample_cubic_share(tl.abs(place_w - left - tap_w)) * x
        y += upsample_cubic_share(tl.abs(place_h - top - tap_h)) * line
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def upsample_cubic_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    out_height, out_width = height * 2, width * 2
    scale_h, scale_w = 1 / 2, 1 / 2
    y = x.new_empty(n, channels, out_height, out_width)
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 256)
    grid = (triton.cdiv(n_rows, 1024 // columns), triton.cdiv(out_width, columns))
    upsample_cubic_kernel[grid](x, y, n_rows, height, width, out_height, out_width, scale_h, scale_w,
                                ROWS=1024 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
