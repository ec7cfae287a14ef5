"""Sliding windows laid out as columns (im2col) where the two dimensions differ in size of window, padding,
stride or dilation.

One program takes BLOCK consecutive outputs and traces each back to its pixel. A place in the padding loads
nothing.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5, 5), (2, 3, 6, 7), (1, 2, 9, 12)]


def make(*shape):
    return (torch.randn(shape),)


def unfold_pairs_torch(x):
    x = torch.relu(x)
    y = F.unfold(x, kernel_size=(3, 2), padding=(1, 0), stride=(2, 1), dilation=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def unfold_pairs_kernel(x_ptr, y_ptr, n_elements, height, width, out_height, out_width, KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr,
                        PAD_H: tl.constexpr, PAD_W: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                        DILATION_H: tl.constexpr, DILATION_W: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    tap = offsets // (out_height * out_width) % (KERNEL_H * KERNEL_W)
    plane = offsets // (out_height * out_width * KERNEL_H * KERNEL_W)  # batch and channel in one
    row = offsets // out_width % out_height * STRIDE_H - PAD_H + tap // KERNEL_W * DILATION_H
    column = offsets % out_width * STRIDE_W - PAD_W + tap % KERNEL_W * DILATION_W
    inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask & inside, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    # The function of a padded zero need not be zero, so the mask comes after it.
    y = tl.where(inside, x, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def unfold_pairs_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    kernel_h, kernel_w = 3, 2
    pad_h, pad_w = 1, 0
    stride_h, stride_w = 2, 1
    dilation_h, dilation_w = 1, 1
    out_height = (height + 2 * pad_h - dilation_h * (kernel_h - 1) - 1) // stride_h + 1
    out_width = (width + 2 * pad_w - dilation_w * (kernel_w - 1) - 1) // stride_w + 1
    y = x.new_empty(n, channels * kernel_h * kernel_w, out_height * out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    unfold_pairs_kernel[grid](x, y, y.numel(), height, width, out_height, out_width, KERNEL_H=kernel_h, KERNEL_W=kernel_w, PAD_H=pad_h,
                              PAD_W=pad_w, STRIDE_H=stride_h, STRIDE_W=stride_w, DILATION_H=dilation_h, DILATION_W=dilation_w,
                              BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
