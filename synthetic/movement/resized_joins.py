"""A plane resized to the size of another, and joined with it, y = f(g(interpolate(x)) + z): a pyramid of
features, a decoder's skip.

One program takes a block of outputs. The place of output i in x is (i + 0.5) * scale - 0.5, or with
align_corners i * (H - 1) / (OH - 1); its fraction is the share of the lower row, and for columns likewise. z
is read once, where y is written.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 2, 3, 4), (2, 1, 3, 11, 6, 22), (2, 3, 5, 6, 7, 4)]


def make(N, C, H, W, OH, OW):
    x = torch.randn(N, C, H, W)
    z = torch.randn(N, C, OH, OW)
    return x, z


def resized_joins_torch(x, z):
    x = torch.relu(x)
    y = F.interpolate(x, size=z.shape[2:], mode="bilinear", align_corners=False)
    y = torch.sigmoid(y)
    y = y + z
    return y


@triton.jit
def resized_joins_kernel(x_ptr, z_ptr, y_ptr, n_rows, height, width, out_height, out_width, scale_h, scale_w,
                         ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    plane = (out_row // out_height).to(tl.int64)
    i = (out_row % out_height).to(tl.float32)
    j = out_column.to(tl.float32)
    place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)
    place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)
    top = tl.minimum(place_h.to(tl.int64), height - 1)
    left = tl.minimum(place_w.to(tl.int64), width - 1)
    bottom = tl.minimum(top + 1, height - 1)
    right = tl.minimum(left + 1, width - 1)
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for corner in tl.static_range(4):
        row = tl.where(corner // 2 == 0, top, bottom)
        column = tl.where(corner % 2 == 0, left, right)
        share_h = tl.where(corner // 2 == 0, 1.0 - (place_h - top), place_h - top)
        share_w = tl.where(corner % 2 == 0, 1.0 - (place_w - left), place_w - left)
        x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = y + share_h * share_w * x
    y = tl.sigmoid(y)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    tl.store(y_ptr + offsets, y, mask=mask)


def resized_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n, channels, height, width = x.shape
    out_height, out_width = z.shape[2:]
    scale_h, scale_w = height / out_height, width / out_width
    y = x.new_empty(n, channels, out_height, out_width)
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 256)
    grid = (triton.cdiv(n_rows, 1024 // columns), triton.cdiv(out_width, columns))
    resized_joins_kernel[grid](x, z, y, n_rows, height, width, out_height, out_width, scale_h, scale_w,
                               ROWS=1024 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
