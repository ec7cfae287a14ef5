"""Depthwise convolution of images that are joined from tensors which broadcast, y = f(conv2d(max(x, s), w, b,
groups=C)).

One program takes BLOCK consecutive outputs, of whatever channel, and adds one tap of all their windows at a
time. What belongs to a whole channel is read before that, the rest with every tap. Zeros are padded to what
comes out of it, so they are put in after it.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 4, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]  # N, C, H, W, KH, KW


def make(N, C, H, W, KH, KW):
    multiplier = 1
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    dilation_h, dilation_w = 1, 1
    OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1
    OW = (W + 2 * padding_w - dilation_w * (KW - 1) - 1) // stride_w + 1
    O = multiplier * C
    x, s = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)
    w = torch.randn(O, 1, KH, KW) / (KH * KW) ** 0.5
    b = torch.randn(O)
    return x, s, w, b


def conv2d_depthwise_prologue_torch(x, s, w, b):
    v = torch.maximum(x, s)
    y = F.conv2d(v, w, b, stride=1, padding=0, dilation=1, groups=v.shape[1])
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv2d_depthwise_prologue_kernel(x_ptr, s_ptr, w_ptr, b_ptr, y_ptr, n_elements, C, H, W, O, OH, OW,
                                     KH: tl.constexpr, KW: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                                     PADDING_H: tl.constexpr, PADDING_W: tl.constexpr, DILATION_H: tl.constexpr,
                                     DILATION_W: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = (offsets // (OH * OW)).to(tl.int32)  # of y
    place = (offsets % (OH * OW)).to(tl.int32)
    top = place // OW * STRIDE_H - PADDING_H
    left = place % OW * STRIDE_W - PADDING_W
    n, channel = plane // O, plane % O
    c = channel // (O // C)
    corner = (n * C + c).to(tl.int64) * (H * W) + top * W + left
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for tap in tl.static_range(KH * KW):
        down, along = tap // KW * DILATION_H, tap % KW * DILATION_W
        row, column = top + down, left + along
        inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        places = corner + down * W + along
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        v = tl.where(inside, v, 0.0)  # what is padded is the result of all that
        y += v * tl.load(w_ptr + channel * (KH * KW) + tap, mask=mask, other=0.0).to(tl.float32)
    y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv2d_depthwise_prologue_triton(x, s, w, b):
    x, s = x.contiguous(), s.contiguous()
    w = w.contiguous()
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    dilation_h, dilation_w = 1, 1
    N, C, H, W = x.shape
    O, _, KH, KW = w.shape
    OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1
    OW = (W + 2 * padding_w - dilation_w * (KW - 1) - 1) // stride_w + 1
    y = torch.empty((N, O, OH, OW), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 512),)
    conv2d_depthwise_prologue_kernel[grid](x, s, w, b, y, y.numel(), C, H, W, O, OH, OW, KH=KH, KW=KW,
                                           STRIDE_H=stride_h, STRIDE_W=stride_w, PADDING_H=padding_h,
                                           PADDING_W=padding_w, DILATION_H=dilation_h, DILATION_W=dilation_w, BLOCK=512,
                                           num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
