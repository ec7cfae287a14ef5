"""Lp pooling of a plane: y[n, c] at (i, j) is (sum of |x|^p over a window)^(1/p), here with p = 1, which
keeps signs, and the even powers.

One program takes a block of outputs and walks through the taps of all their windows at once. An even
power needs no absolute value, and its root is one square root or two.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 6, 6), (2, 3, 17, 15), (1, 2, 16, 33)]


def make(*shape):
    return (torch.randn(shape),)


def lp_pool2d_torch(x):
    x = F.softsign(x)
    y = F.lp_pool2d(x, norm_type=2, kernel_size=3, stride=2)
    y = torch.sigmoid(y)
    return y


@triton.jit
def lp_pool2d_kernel(x_ptr, y_ptr, n_rows, height, width, out_height, out_width, KERNEL_H: tl.constexpr,
                     KERNEL_W: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, ROWS: tl.constexpr,
                     COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    plane = (out_row // out_height).to(tl.int64)
    row = out_row % out_height * STRIDE_H
    column = out_column * STRIDE_W
    corner = (plane * height + row) * width + column
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for k in range(KERNEL_H):
        for l in tl.static_range(KERNEL_W):
            x = tl.load(x_ptr + corner + k * width + l, mask=mask, other=0.0).to(tl.float32)
            x = x / (1.0 + tl.abs(x))
            total += x * x
    y = tl.sqrt(total)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def lp_pool2d_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    kernel_h, kernel_w = 3, 3
    stride_h, stride_w = 2, 2
    out_height = (height - kernel_h) // stride_h + 1
    out_width = (width - kernel_w) // stride_w + 1
    y = x.new_empty(n, channels, out_height, out_width)
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(out_width, columns))
    lp_pool2d_kernel[grid](x, y, n_rows, height, width, out_height, out_width, KERNEL_H=kernel_h, KERNEL_W=kernel_w,
                           STRIDE_H=stride_h, STRIDE_W=stride_w, ROWS=512 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
