"""Resizing of one, two or three dimensions to any size, each output taking the nearest value: y[..., i] =
x[..., i * size // out].

One program takes a block of outputs. The place in x is the product of the output's place and a scale,
both in float32, cut to an integer, as PyTorch computes it: at a scale such as 1 / 3 an exact quotient would
at times be another place.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 2), (2, 3, 5, 11), (3, 2, 16, 6)]


def make(*shape):
    return (torch.randn(shape),)


def upsample_to_any_torch(x):
    y = F.interpolate(x, size=7, mode="nearest")
    return y


@triton.jit
def upsample_to_any_kernel(x_ptr, y_ptr, n_rows, depth, height, width, out_depth, out_height, out_width, scale_d,
                           scale_h, scale_w,
                          ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    channel = (out_row // (out_depth * out_height)).to(tl.int64)
    layer = out_row // out_height % out_depth
    row = out_row % out_height
    column = out_column
    layer = tl.minimum((layer.to(tl.float32) * scale_d).to(tl.int64), depth - 1)
    row = tl.minimum((row.to(tl.float32) * scale_h).to(tl.int64), height - 1)
    column = tl.minimum((column.to(tl.float32) * scale_w).to(tl.int64), width - 1)
    x = tl.load(x_ptr + ((channel * depth + layer) * height + row) * width + column, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def upsample_to_any_triton(x):
    x = x.contiguous()
    n, channels, *sizes = x.shape
    wanted = [7 for size in sizes]
    scales = [size / out for size, out in zip(sizes, wanted)]
    y = x.new_empty(n, channels, *wanted)
    missing = 3 - len(sizes)   # a plane is a volume of one layer, a line a plane of one row
    n_rows = y.numel() // wanted[-1]
    columns = min(triton.next_power_of_2(wanted[-1]), 256)
    grid = (triton.cdiv(n_rows, 1024 // columns), triton.cdiv(wanted[-1], columns))
    upsample_to_any_kernel[grid](x, y, n_rows, *[1] * missing, *sizes, *[1] * missing, *wanted, *[1.0] * missing,
                                 *scales, ROWS=1024 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
