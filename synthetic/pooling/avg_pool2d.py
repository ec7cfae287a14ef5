"""Average pooling of a plane, y[n, c, i, j] = mean over k, l of x[n, c, i * stride - pad + k, j * stride -
pad + l].

One program takes a block of outputs and walks through the taps of all their windows at once. What the
sum is divided by is the subtle part: the padding counts as zeros that were there, or does not count at all.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 9, 9), (2, 3, 17, 15), (1, 2, 16, 25)]


def make(*shape):
    return (torch.randn(shape),)


def avg_pool2d_torch(x):
    x = torch.relu(x)
    y = F.avg_pool2d(x, kernel_size=3, padding=1, stride=2, ceil_mode=False, count_include_pad=True)
    y = torch.sigmoid(y)
    return y


@triton.jit
def avg_pool2d_kernel(x_ptr, y_ptr, n_rows, height, width, out_height, out_width, KERNEL_H: tl.constexpr,
                      KERNEL_W: tl.constexpr, PAD_H: tl.constexpr, PAD_W: tl.constexpr, STRIDE_H: tl.constexpr,
                      STRIDE_W: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    plane = (out_row // out_height).to(tl.int64)
    top = out_row % out_height * STRIDE_H - PAD_H
    left = out_column * STRIDE_W - PAD_W
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for k in range(KERNEL_H):
        for l in tl.static_range(KERNEL_W):
            row = top + k
            column = left + l
            inside = mask & (row >= 0) & (row < height) & (column >= 0) & (column < width)
            x = tl.load(x_ptr + (plane * height + row) * width + column, mask=inside, other=0.0).to(tl.float32)
            x = tl.maximum(x, 0.0)
            # The function of a padded zero need not be zero, so the mask comes after it.
            total += tl.where(inside, x, 0.0)
    rows, columns = KERNEL_H, KERNEL_W
    y = total / (rows * columns)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def avg_pool2d_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1
    stride_h, stride_w = 2, 2
    span_h = height + 2 * pad_h - kernel_h  # how far the window's corner can travel
    span_w = width + 2 * pad_w - kernel_w
    out_height = span_h // stride_h + 1
    out_width = span_w // stride_w + 1
    y = x.new_empty(n, channels, out_height, out_width)
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(out_width, columns))
    avg_pool2d_kernel[grid](x, y, n_rows, height, width, out_height, out_width, KERNEL_H=kernel_h, KERNEL_W=kernel_w,
                            PAD_H=pad_h, PAD_W=pad_w, STRIDE_H=stride_h, STRIDE_W=stride_w, ROWS=512 // columns,
                            COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
