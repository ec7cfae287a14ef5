"""Adaptive pooling of a plane: cell (i, j) of the O_H x O_W outputs is the mean of its share of the H x W
inputs.

The share of row i is floor(i H / O_H) to ceil((i + 1) H / O_H), and of column j likewise. One program takes
BLOCK consecutive outputs and walks the taps of the largest share; where a share is smaller, its lane sits
some taps out.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 8, 8), (2, 3, 17, 15), (1, 2, 16, 33)]


def make(*shape):
    return (torch.randn(shape),)


def adaptive_avg_pool2d_torch(x):
    x = torch.relu(x)
    y = F.adaptive_avg_pool2d(x, (2, 3))
    y = torch.sigmoid(y)
    return y


@triton.jit
def adaptive_avg_pool2d_kernel(x_ptr, y_ptr, n_elements, height, width, out_height, out_width, most_rows, most_columns,
                               BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (out_height * out_width)
    i = offsets // out_width % out_height
    j = offsets % out_width
    top = i * height // out_height
    bottom = ((i + 1) * height + out_height - 1) // out_height  # the ceiling of the quotient
    left = j * width // out_width
    right = ((j + 1) * width + out_width - 1) // out_width
    y = tl.zeros((BLOCK,), tl.float32)
    for k in range(0, most_rows):
        row = top + k
        for l in range(0, most_columns):
            column = left + l
            inside = mask & (row < bottom) & (column < right)
            x = tl.load(x_ptr + (plane * height + row) * width + column, mask=inside, other=0.0).to(tl.float32)
            x = tl.maximum(x, 0.0)
            y = y + tl.where(inside, x, 0.0)
    y = y / ((bottom - top) * (right - left))
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def adaptive_avg_pool2d_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    out_height, out_width = 2, 3
    y = x.new_empty(n, channels, out_height, out_width)
    most_rows = triton.cdiv(height, out_height) + 1
    most_columns = triton.cdiv(width, out_width) + 1
    grid = (triton.cdiv(y.numel(), 256),)
    adaptive_avg_pool2d_kernel[grid](x, y, y.numel(), height, width, out_height, out_width, most_rows, most_columns, BLOCK=256)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
