"""One filter over every channel of images, conv2d(x, w.expand(C, 1, KH, KW), groups=C): Sobel's, Laplace's or
a blur's few numbers.

The filter is never copied for each channel. Memory is the bound: one program takes BLOCK consecutive outputs,
of whatever channel, and adds one tap of all their windows at a time.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 3, 4, 1, 2), (2, 3, 9, 13, 3, 2), (2, 5, 7, 6, 2, 3)]  # N, C, H, W, KH, KW


def make(N, C, H, W, KH, KW):
    return torch.randn(N, C, H, W), torch.randn(1, 1, KH, KW) / (KH * KW) ** 0.5


def conv2d_shared_filter_torch(x, w):
    C = x.shape[1]
    w = w.expand(C, 1, -1, -1)
    y = F.conv2d(x, w, stride=1, padding=0, groups=C)
    y = torch.abs(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv2d_shared_filter_kernel(x_ptr, w_ptr, y_ptr, n_elements, H, W, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                                STRIDE: tl.constexpr, PADDING_H: tl.constexpr, PADDING_W: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (OH * OW)  # one (n, c)
    top = offsets // OW % OH * STRIDE - PADDING_H
    left = offsets % OW * STRIDE - PADDING_W
    corner = x_ptr + (plane * H + top) * W + left
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for tap in tl.static_range(KH * KW):
        row, column = top + tap // KW, left + tap % KW
        inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        x = tl.load(corner + tap // KW * W + tap % KW, mask=inside, other=0.0).to(tl.float32)
        y += x * tl.load(w_ptr + tap).to(tl.float32)
    y = tl.abs(y)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv2d_shared_filter_triton(x, w):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding_h, padding_w = 0, 0
    N, C, H, W = x.shape
    KH, KW = w.shape[-2:]
    OH = (H + 2 * padding_h - KH) // stride + 1
    OW = (W + 2 * padding_w - KW) // stride + 1
    y = x.new_empty(N, C, OH, OW)
    grid = (triton.cdiv(y.numel(), 512),)
    conv2d_shared_filter_kernel[grid](x, w, y, y.numel(), H, W, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING_H=padding_h,
                                      PADDING_W=padding_w, BLOCK=512, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
