"""Transposed convolution of images: each pixel of x[n, c] adds itself times w[c, o] to a window of y[n, o].

Turned round, a pixel of y gathers the pixels of x that reach it through a tap: along either dimension its
place + padding - tap * dilation must be a multiple of the stride. So every stride-th pixel is reached through
the same taps: such a phase is an ordinary convolution, without a product by zero, and is named by the first
of its taps, `first`; the next lies PERIOD taps on. (Where dilation and stride share a factor, some phases
have none, `odd`.) One program owns a tile of (channels, pixels) of one phase of one group.
"""

from python_to_triton.verification.exemplar import run

import math

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5, 9, 7, 3, 1), (2, 5, 6, 8, 7, 3, 4), (2, 5, 8, 6, 4, 1, 3)]  # N, C, H, W, O, KH, KW; C and O a group


def make(N, C, H, W, O, KH, KW):
    groups = 1
    x = torch.randn(N, groups * C, H, W)
    w = torch.randn(groups * C, O, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(groups * O)
    return x, w, b


def conv_transpose2d_torch(x, w, b):
    y = F.conv_transpose2d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
    y = torch.relu(y)
    return y


@triton.jit
def conv_transpose2d_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                            STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, PADDING_H: tl.constexpr,
                            PADDING_W: tl.constexpr, DILATION_H: tl.constexpr, DILATION_W: tl.constexpr,
                            PERIOD_H: tl.constexpr, PERIOD_W: tl.constexpr, GROUPS: tl.constexpr, BLOCK_O: tl.constexpr,
                            BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    phase = tl.program_id(0) % (STRIDE_H * STRIDE_W)
    pixels = tl.program_id(0).to(tl.int64) // (STRIDE_H * STRIDE_W) * BLOCK_P + tl.arange(0, BLOCK_P)  # of this phase
    PH, PW = tl.cdiv(OH, STRIDE_H), tl.cdiv(OW, STRIDE_W)
    n = pixels // (PH * PW)
    first_h, odd_h = phase // STRIDE_W % PERIOD_H, phase // STRIDE_W // PERIOD_H
    at_h = (first_h * DILATION_H + odd_h + (STRIDE_H - 1) * PADDING_H) % STRIDE_H + (pixels // PW % PH).to(tl.int32) * STRIDE_H
    bottom = (at_h + PADDING_H - first_h * DILATION_H) // STRIDE_H
    taps_h = tl.where(odd_h == 0, tl.cdiv(KH - first_h, PERIOD_H), 0)
    first_w, odd_w = phase % STRIDE_W % PERIOD_W, phase % STRIDE_W // PERIOD_W
    at_w = (first_w * DILATION_W + odd_w + (STRIDE_W - 1) * PADDING_W) % STRIDE_W + (pixels % PW).to(tl.int32) * STRIDE_W
    right = (at_w + PADDING_W - first_w * DILATION_W) // STRIDE_W
    taps_w = tl.where(odd_w == 0, tl.cdiv(KW - first_w, PERIOD_W), 0)
    p_mask = (n < N) & (at_h < OH) & (at_w < OW)
    within = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    o_mask = within < O
    channels = group * O + within
    corner = x_ptr + n * (C * H * W) + group * (C // GROUPS) * H * W + bottom * W + right
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    turns = tl.cdiv(taps_h * taps_w, TAPS)
    n_turns = tl.cdiv(C // GROUPS, BLOCK_C) * turns
    # The compiler looks into a loop that does not run, too, where a division by 0 would tell it that there is none.
    turns, taps_w = tl.maximum(turns, 1), tl.maximum(taps_w, 1)
    STEP_H: tl.constexpr = DILATION_H * PERIOD_H // STRIDE_H  # so many places of x lie between two taps
    STEP_W: tl.constexpr = DILATION_W * PERIOD_W // STRIDE_W

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(n_turns):
        c = turn // turns * BLOCK_C + k % BLOCK_C
        tap = turn % turns * TAPS + k // BLOCK_C
        k_mask = (c < C // GROUPS) & (tap < taps_h * taps_w)
        down = tap // taps_w
        along = tap % taps_w
        row = bottom[None, :] - (down * STEP_H)[:, None]
        column = right[None, :] - (along * STEP_W)[:, None]
        inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * (H * W) - (down * STEP_H * W + along * STEP_W))[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        w_taps = (first_h + down * PERIOD_H) * KW + first_w + along * PERIOD_W
        w_ptrs = w_ptr + within[:, None] * (KH * KW) + ((group * (C // GROUPS) + c) * (O * KH * KW) + w_taps)[None, :]
        w = tl.load(w_ptrs, mask=o_mask[:, None] & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    offsets = (n[None, :] * (GROUPS * O) + channels[:, None]) * (OH * OW) + (at_h * OW + at_w)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    tl.store(y_ptr + offsets, y, mask=o_mask[:, None] & p_mask[None, :])


def conv_transpose2d_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    more_h, more_w = 0, 0  # output_padding
    dilation_h, dilation_w = 1, 1
    groups = 1
    N, C, H, W = x.shape
    _, O, KH, KW = w.shape  # O: output channels of one group
    OH = (H - 1) * stride_h - 2 * padding_h + dilation_h * (KH - 1) + more_h + 1
    OW = (W - 1) * stride_w - 2 * padding_w + dilation_w * (KW - 1) + more_w + 1
    y = torch.empty((N, groups * O, OH, OW), device=x.device, dtype=x.dtype)
    period_h = stride_h // math.gcd(stride_h, dilation_h)
    period_w = stride_w // math.gcd(stride_w, dilation_w)
    cells = N * triton.cdiv(OH, stride_h) * triton.cdiv(OW, stride_w)  # of one phase
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C // groups))
    grid = (stride_h * stride_w * triton.cdiv(cells, 128), triton.cdiv(O, block_o), groups)
    conv_transpose2d_kernel[grid](x, w, b, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE_H=stride_h, STRIDE_W=stride_w,
                                  PADDING_H=padding_h, PADDING_W=padding_w, DILATION_H=dilation_h, DILATION_W=dilation_w,
                                  PERIOD_H=period_h, PERIOD_W=period_w, GROUPS=groups, BLOCK_O=block_o, BLOCK_P=128,
                                  BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
