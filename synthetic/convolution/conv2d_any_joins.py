"""Convolution of images in any of its forms, joined with a second tensor: a residual, a gate, a scale for
each channel.

z has the shape of y, or a number for each channel or for each channel of each sample. The sum complete, a
program reads what it needs of z: one pixel after another of one group, dilated and strided as may be.
conv2d.py tells how the sum is made.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 7, 9, 5, 3, 1), (2, 5, 10, 11, 7, 4, 3), (3, 9, 6, 7, 5, 1, 3)]  # N, C, H, W, O, KH, KW; C and O a group


def make(N, C, H, W, O, KH, KW):
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    dilation_h, dilation_w = 1, 1
    groups = 1
    x = torch.randn(N, groups * C, H, W)
    w = torch.randn(groups * O, C, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(groups * O)
    OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1
    OW = (W + 2 * padding_w - dilation_w * (KW - 1) - 1) // stride_w + 1
    z = torch.randn(N, groups * O, OH, OW)
    return x, w, b, z


def conv2d_any_joins_torch(x, w, b, z):
    x = torch.abs(x)
    y = F.conv2d(x, w, b, stride=1, padding=0, dilation=1, groups=1)
    y = torch.relu(y)
    y = y + z
    return y


@triton.jit
def conv2d_any_joins_kernel(x_ptr, w_ptr, b_ptr, z_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
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
    offsets = (n[None, :] * O + channels[:, None]) * OH * OW + (pixels % (OH * OW))[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    mask = o_mask[:, None] & (n[None, :] < N)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    tl.store(y_ptr + offsets, y, mask=mask)


def conv2d_any_joins_triton(x, w, b, z):
    x = x.contiguous()
    w = w.contiguous()
    z = z.contiguous()
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
    conv2d_any_joins_kernel[grid](x, w, b, z, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE_H=stride_h, STRIDE_W=stride_w,
                                  PADDING_H=padding_h, PADDING_W=padding_w, DILATION_H=dilation_h, DILATION_W=dilation_w,
                                  GROUPS=groups, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
