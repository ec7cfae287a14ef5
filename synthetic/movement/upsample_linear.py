"""Linear upsampling of a line: each output is a blend of the two values around its place in x.

One program takes a block of outputs. The place of output i in x is (i + 0.5) / factor - 0.5, or with
align_corners i * (L - 1) / (L * factor - 1); the fraction of the place is the share of the value on its
right.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2), (2, 3, 33), (3, 2, 100)]


def make(*shape):
    return (torch.randn(shape),)


def upsample_linear_torch(x):
    y = F.interpolate(x, scale_factor=2, mode="linear", align_corners=False)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def upsample_linear_kernel(x_ptr, y_ptr, n_rows, length, out_length, scale, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_length)
    offsets = out_row.to(tl.int64) * out_length + out_column
    row = out_row.to(tl.int64)
    i = out_column.to(tl.float32)
    place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)
    left = tl.minimum(place.to(tl.int64), length - 1)
    right = tl.minimum(left + 1, length - 1)
    share = place - left
    x_left = tl.load(x_ptr + row * length + left, mask=mask, other=0.0).to(tl.float32)
    x_right = tl.load(x_ptr + row * length + right, mask=mask, other=0.0).to(tl.float32)
    y = (1.0 - share) * x_left + share * x_right
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def upsample_linear_triton(x):
    x = x.contiguous()
    n, channels, length = x.shape
    out_length = length * 2
    scale = 1 / 2
    y = x.new_empty(n, channels, out_length)
    n_rows = y.numel() // out_length
    columns = min(triton.next_power_of_2(out_length), 256)
    grid = (triton.cdiv(n_rows, 1024 // columns), triton.cdiv(out_length, columns))
    upsample_linear_kernel[grid](x, y, n_rows, length, out_length, scale, ROWS=1024 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
