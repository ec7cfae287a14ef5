"""Columns of windows added back to their places (col2im): y[n, c, row, column] = sum of what every window
over that place has for it.

Turned round, a place gathers: through tap (k, l) it was seen by the window at (row + pad - k) / stride, where
that has no rest. One program takes BLOCK consecutive places, so nothing is added in memory and the order of
the sum is always the same.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (2, 3), (3, 5)]  # N, C


def make(N, C):
    return (F.unfold(torch.randn(N, C, 8, 10), kernel_size=(2, 2), stride=2, padding=0),)


def fold_torch(x):
    y = F.fold(x, (8, 10), kernel_size=(2, 2), stride=2, padding=0)
    y = torch.sigmoid(y)
    return y


@triton.jit
def fold_kernel(x_ptr, y_ptr, n_elements, height, width, OH, OW, KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr,
                STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (height * width)  # one (n, c)
    row = offsets // width % height + PADDING
    column = offsets % width + PADDING
    y = tl.zeros((BLOCK,), tl.float32)
    for tap in tl.static_range(KERNEL_H * KERNEL_W):
        top, left = row - tap // KERNEL_W, column - tap % KERNEL_W
        i, j = top // STRIDE, left // STRIDE
        seen = (top >= 0) & (left >= 0) & (top % STRIDE == 0) & (left % STRIDE == 0) & (i < OH) & (j < OW)
        at = ((plane * (KERNEL_H * KERNEL_W) + tap) * OH + i) * OW + j
        y += tl.load(x_ptr + at, mask=mask & seen, other=0.0).to(tl.float32)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def fold_triton(x):
    x = x.contiguous()
    height, width = 8, 10
    kernel_h, kernel_w = 2, 2
    stride, padding = 2, 0
    OH = (height + 2 * padding - kernel_h) // stride + 1
    OW = (width + 2 * padding - kernel_w) // stride + 1
    y = x.new_empty(x.shape[0], x.shape[1] // (kernel_h * kernel_w), height, width)
    grid = (triton.cdiv(y.numel(), 512),)
    fold_kernel[grid](x, y, y.numel(), height, width, OH, OW, KERNEL_H=kernel_h, KERNEL_W=kernel_w, STRIDE=stride,
                      PADDING=padding, BLOCK=512)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
