"""Min pooling of a volume, y = -max_pool3d(-x, ...), as erosion and soft skeletons write it.

One program takes a block of outputs and walks through the taps of all their boxes at once. A tap of
the box is one number from 0 to KERNEL_D * KERNEL_H * KERNEL_W, which the compiler splits into its three
coordinates.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 7, 7, 7), (2, 3, 8, 7, 9)]


def make(*shape):
    return (torch.randn(shape),)


def min_pool3d_torch(x):
    x = -x
    y = F.max_pool3d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False)
    y = -y
    y = torch.sigmoid(y)
    return y


@triton.jit
def min_pool3d_kernel(x_ptr, y_ptr, n_rows, depth, height, width, out_depth, out_height, out_width,
                      KERNEL_D: tl.constexpr, KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr, PAD_D: tl.constexpr,
                      PAD_H: tl.constexpr, PAD_W: tl.constexpr, STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr,
                      STRIDE_W: tl.constexpr, DILATION_D: tl.constexpr, DILATION_H: tl.constexpr,
                      DILATION_W: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    left = out_column * STRIDE_W - PAD_W
    top = out_row % out_height * STRIDE_H - PAD_H
    front = out_row // out_height % out_depth * STRIDE_D - PAD_D
    volume = (out_row // (out_height * out_depth)).to(tl.int64)
    y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)
    for tap in range(KERNEL_D * KERNEL_H * KERNEL_W):
        slab = front + tap // (KERNEL_H * KERNEL_W) * DILATION_D
        row = top + tap // KERNEL_W % KERNEL_H * DILATION_H
        column = left + tap % KERNEL_W * DILATION_W
        inside = (slab >= 0) & (slab < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width) & mask
        at = ((volume * depth + slab) * height + row) * width + column
        x = tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32)
        x = -x
        # Padding must never win, so it becomes -inf here, after every function of x.
        y = tl.maximum(y, tl.where(inside, x, float("-inf")))
    y = -y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def min_pool3d_triton(x):
    x = x.contiguous()
    n, channels, depth, height, width = x.shape
    kernel_d, kernel_h, kernel_w = 3, 3, 3
    pad_d, pad_h, pad_w = 1, 1, 1
    stride_d, stride_h, stride_w = 2, 2, 2
    dilation_d, dilation_h, dilation_w = 1, 1, 1
    span_d = depth + 2 * pad_d - dilation_d * (kernel_d - 1) - 1  # how far the box can travel
    span_h = height + 2 * pad_h - dilation_h * (kernel_h - 1) - 1
    span_w = width + 2 * pad_w - dilation_w * (kernel_w - 1) - 1
    out_depth = span_d // stride_d + 1
    out_height = span_h // stride_h + 1
    out_width = span_w // stride_w + 1
    y = x.new_empty(n, channels, out_depth, out_height, out_width)
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(out_width, columns))
    min_pool3d_kernel[grid](x, y, n_rows, depth, height, width, out_depth, out_height, out_width, KERNEL_D=kernel_d,
                            KERNEL_H=kernel_h, KERNEL_W=kernel_w, PAD_D=pad_d, PAD_H=pad_h, PAD_W=pad_w,
                            STRIDE_D=stride_d, STRIDE_H=stride_h, STRIDE_W=stride_w, DILATION_D=dilation_d,
                            DILATION_H=dilation_h, DILATION_W=dilation_w, ROWS=512 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
