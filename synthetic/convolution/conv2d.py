"""Convolution of images, y[n, o] = b[o] + sum over c of w[o, c] correlated with x[n, c], in any of its forms.

An implicit matrix product: w is a matrix of O rows and C * KH * KW columns, and column (n, row, column) of
the other matrix holds the numbers of x under that window. That matrix is never built; its tiles are gathered
from x as they are needed, with zeros where the window hangs over an edge. One program owns a tile of
(channels, pixels) of one group; a turn takes the products of one tap and BLOCK_C channels, or of several taps
where there are few channels.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 7, 9, 5, 3, 1), (2, 5, 10, 11, 7, 4, 3), (3, 9, 6, 7, 5, 1, 3)]  # N, C, H, W, O, KH, KW; C and O a group


def make(N, C, H, W, O, KH, KW):
    groups = 1
    return (torch.randn(N, groups * C, H, W), torch.randn(groups * O, C, KH, KW) / (C * KH * KW) ** 0.5,
            torch.randn(groups * O))


def conv2d_torch(x, w, b):
    x = torch.abs(x)
    y = F.conv2d(x, w, b, stride=1, padding=0, dilation=1, groups=1)
    y = torch.relu(y)
    return y


@triton.jit
def conv2d_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                  STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, PADDING_H: tl.constexpr, PADDING_W: tl.constexpr,
                  DILATION_H: tl.constexpr, DILATION_W: tl.constexpr, GROUPS: tl.constexpr, BLOCK_O: tl.constexpr,
                  BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = pixels // (OH * OW)
    top = (pixels // OW % OH).to(tl.int32) * STRIDE_H - PADDING_H
    left = (pixels % OW).to(tl.int32) * STRIDE_W - PADDING_W
    within = tl.program_id(1) * BLOCK_O + tl.arange(0, BLOCK_O)
    channels = (group * (O // GROUPS) + within).to(tl.int64)
    o_mask = within < O // GROUPS
    corner = x_ptr + n * (C * H * W) + group * (C // GROUPS) * H * W + top * W + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (KH * KW + TAPS - 1) // TAPS

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(tl.cdiv(C // GROUPS, BLOCK_C) * TURNS):
        c = turn // TURNS * BLOCK_C + k % BLOCK_C
        tap = turn % TURNS * TAPS + k // BLOCK_C
        k_mask = (c < C // GROUPS) & (tap < KH * KW)
        down = tap // KW * DILATION_H
        along = tap % KW * DILATION_W
        row = top[None, :] + down[:, None]
        column = left[None, :] + along[:, None]
        inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * (H * W) + down * W + along)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        x = tl.abs(x)
        w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KH * KW) + (c * (KH * KW) + tap)[None, :]
        w = tl.load(w_ptrs, mask=o_mask[:, None] & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    y_ptrs = y_ptr + (n[None, :] * O + channels[:, None]) * OH * OW + (pixels % (OH * OW))[None, :]
    y_ptrs = tl.max_contiguous(y_ptrs, [1, 4])
    tl.store(y_ptrs, y, mask=o_mask[:, None] & (n[None, :] < N))


def conv2d_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    dilation_h, dilation_w = 1, 1
    groups = 1
    N, C, H, W = x.shape
    O, _, KH, KW = w.shape
    OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1
    OW = (W + 2 * padding_w - dilation_w * (KW - 1) - 1) // stride_w + 1
    y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O // groups)), min(32, triton.next_power_of_2(C // groups))
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O // groups, block_o), groups)
    conv2d_kernel[grid](x, w, b, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE_H=stride_h, STRIDE_W=stride_w,
                        PADDING_H=padding_h, PADDING_W=padding_w, DILATION_H=dilation_h, DILATION_W=dilation_w,
                        GROUPS=groups, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
