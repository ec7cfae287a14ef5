"""Depthwise convolution of volumes that are joined from tensors which broadcast, y = f(conv3d(max(x, s), w,
b, groups=C)).

One program takes BLOCK consecutive outputs, of whatever channel, and adds one tap of all their windows at a
time. What belongs to a whole channel is read before that, the rest with every tap. Zeros are padded to what
comes out of it, so they are put in after it.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]  # N, C, D, H, W, KD, KH, KW


def make(N, C, D, H, W, KD, KH, KW):
    multiplier = 1
    stride_d, stride_h, stride_w = 1, 1, 1
    padding_d, padding_h, padding_w = 0, 0, 0
    dilation_d, dilation_h, dilation_w = 1, 1, 1
    OD = (D + 2 * padding_d - dilation_d * (KD - 1) - 1) // stride_d + 1
    OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1
    OW = (W + 2 * padding_w - dilation_w * (KW - 1) - 1) // stride_w + 1
    O = multiplier * C
    x, s = torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)
    w = torch.randn(O, 1, KD, KH, KW) / (KD * KH * KW) ** 0.5
    b = torch.randn(O)
    return x, s, w, b


def conv3d_depthwise_prologue_torch(x, s, w, b):
    v = torch.maximum(x, s)
    y = F.conv3d(v, w, b, stride=1, padding=0, dilation=1, groups=v.shape[1])
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv3d_depthwise_prologue_kernel(x_ptr, s_ptr, w_ptr, b_ptr, y_ptr, n_elements, C, D, H, W, O, OD, OH, OW,
                                     KD: tl.constexpr, KH: tl.constexpr, KW: tl.constexpr, STRIDE_D: tl.constexpr,
                                     STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, PADDING_D: tl.constexpr,
                                     PADDING_H: tl.constexpr, PADDING_W: tl.constexpr, DILATION_D: tl.constexpr,
                                     DILATION_H: tl.constexpr, DILATION_W: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = (offsets // (OD * OH * OW)).to(tl.int32)  # of y
    place = (offsets % (OD * OH * OW)).to(tl.int32)
    front = place // (OH * OW) * STRIDE_D - PADDING_D
    top = place // OW % OH * STRIDE_H - PADDING_H
    left = place % OW * STRIDE_W - PADDING_W
    n, channel = plane // O, plane % O
    c = channel // (O // C)
    corner = (n * C + c).to(tl.int64) * (D * H * W) + (front * H + top) * W + left
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for tap in tl.static_range(KD * KH * KW):
        deep, down, along = tap // (KH * KW) * DILATION_D, tap // KW % KH * DILATION_H, tap % KW * DILATION_W
        depth, row, column = front + deep, top + down, left + along
        inside = mask & (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        places = corner + (deep * H + down) * W + along
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        v = tl.where(inside, v, 0.0)  # what is padded is the result of all that
        y += v * tl.load(w_ptr + channel * (KD * KH * KW) + tap, mask=mask, other=0.0).to(tl.float32)
    y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv3d_depthwise_prologue_triton(x, s, w, b):
    x, s = x.contiguous(), s.contiguous()
    w = w.contiguous()
    stride_d, stride_h, stride_w = 1, 1, 1
    padding_d, padding_h, padding_w = 0, 0, 0
    dilation_d, dilation_h, dilation_w = 1, 1, 1
    N, C, D, H, W = x.shape
    O, _, KD, KH, KW = w.shape
    OD = (D + 2 * padding_d - dilation_d * (KD - 1) - 1) // stride_d + 1
    OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1
    OW = (W + 2 * padding_w - dilation_w * (KW - 1) - 1) // stride_w + 1
    y = torch.empty((N, O, OD, OH, OW), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 512),)
    conv3d_depthwise_prologue_kernel[grid](x, s, w, b, y, y.numel(), C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW,
                                           STRIDE_D=stride_d, STRIDE_H=stride_h, STRIDE_W=stride_w, PADDING_D=padding_d,
                                           PADDING_H=padding_h, PADDING_W=padding_w, DILATION_D=dilation_d,
                                           DILATION_H=dilation_h, DILATION_W=dilation_w, BLOCK=512, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
