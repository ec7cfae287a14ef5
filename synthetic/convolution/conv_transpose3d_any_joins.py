"""Transposed convolution of volumes in any of its forms, joined with a second tensor: a residual, a gate, a
scale for each channel.

z has the shape of y, or a number for each channel or for each channel of each sample. The sum complete, a
program reads what it needs of z: one voxel after another of one group, dilated and strided as may be.
conv_transpose3d.py tells how the sum is made.
"""

from python_to_triton.verification.exemplar import run

import math

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3, 5, 7, 2, 1, 1), (2, 3, 2, 3, 1, 5, 3, 2, 4), (1, 4, 3, 2, 5, 6, 1, 3, 3)]  # N, C, D, H, W, O, KD, KH, KW; C and O a group


def make(N, C, D, H, W, O, KD, KH, KW):
    stride_d, stride_h, stride_w = 1, 1, 1
    padding_d, padding_h, padding_w = 0, 0, 0
    more_d, more_h, more_w = 0, 0, 0
    dilation_d, dilation_h, dilation_w = 1, 1, 1
    groups = 1
    x = torch.randn(N, groups * C, D, H, W)
    w = torch.randn(groups * C, O, KD, KH, KW) / (C * KD * KH * KW) ** 0.5
    b = torch.randn(groups * O)
    OD = (D - 1) * stride_d - 2 * padding_d + dilation_d * (KD - 1) + more_d + 1
    OH = (H - 1) * stride_h - 2 * padding_h + dilation_h * (KH - 1) + more_h + 1
    OW = (W - 1) * stride_w - 2 * padding_w + dilation_w * (KW - 1) + more_w + 1
    z = torch.randn(N, groups * O, OD, OH, OW)
    return x, w, b, z


def conv_transpose3d_any_joins_torch(x, w, b, z):
    y = F.conv_transpose3d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
    y = torch.relu(y)
    y = y + z
    return y


@triton.jit
def conv_transpose3d_any_joins_kernel(x_ptr, w_ptr, b_ptr, z_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr, KH: tl.constexpr,
                                      KW: tl.constexpr, STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                                      PADDING_D: tl.constexpr, PADDING_H: tl.constexpr, PADDING_W: tl.constexpr,
                                      DILATION_D: tl.constexpr, DILATION_H: tl.constexpr, DILATION_W: tl.constexpr,
                                      PERIOD_D: tl.constexpr, PERIOD_H: tl.constexpr, PERIOD_W: tl.constexpr, GROUPS: tl.constexpr,
                                      BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    phase = tl.program_id(0) % (STRIDE_D * STRIDE_H * STRIDE_W)
    voxels = tl.program_id(0).to(tl.int64) // (STRIDE_D * STRIDE_H * STRIDE_W) * BLOCK_P + tl.arange(0, BLOCK_P)  # of this phase
    PD, PH, PW = tl.cdiv(OD, STRIDE_D), tl.cdiv(OH, STRIDE_H), tl.cdiv(OW, STRIDE_W)
    n = voxels // (PD * PH * PW)
    first_d, odd_d = phase // (STRIDE_H * STRIDE_W) % PERIOD_D, phase // (STRIDE_H * STRIDE_W) // PERIOD_D
    at_d = (first_d * DILATION_D + odd_d + (STRIDE_D - 1) * PADDING_D) % STRIDE_D + (voxels // (PH * PW) % PD).to(tl.int32) * STRIDE_D
    back = (at_d + PADDING_D - first_d * DILATION_D) // STRIDE_D
    taps_d = tl.where(odd_d == 0, tl.cdiv(KD - first_d, PERIOD_D), 0)
    first_h, odd_h = phase // STRIDE_W % STRIDE_H % PERIOD_H, phase // STRIDE_W % STRIDE_H // PERIOD_H
    at_h = (first_h * DILATION_H + odd_h + (STRIDE_H - 1) * PADDING_H) % STRIDE_H + (voxels // PW % PH).to(tl.int32) * STRIDE_H
    bottom = (at_h + PADDING_H - first_h * DILATION_H) // STRIDE_H
    taps_h = tl.where(odd_h == 0, tl.cdiv(KH - first_h, PERIOD_H), 0)
    first_w, odd_w = phase % STRIDE_W % PERIOD_W, phase % STRIDE_W // PERIOD_W
    at_w = (first_w * DILATION_W + odd_w + (STRIDE_W - 1) * PADDING_W) % STRIDE_W + (voxels % PW).to(tl.int32) * STRIDE_W
    right = (at_w + PADDING_W - first_w * DILATION_W) // STRIDE_W
    taps_w = tl.where(odd_w == 0, tl.cdiv(KW - first_w, PERIOD_W), 0)
    p_mask = (n < N) & (at_d < OD) & (at_h < OH) & (at_w < OW)
    within = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    o_mask = within < O
    channels = group * O + within
    corner = x_ptr + n * (C * D * H * W) + group * (C // GROUPS) * D * H * W + (back * H + bottom) * W + right
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    turns = tl.cdiv(taps_d * taps_h * taps_w, TAPS)
    n_turns = tl.cdiv(C // GROUPS, BLOCK_C) * turns
    # The compiler looks into a loop that does not run, too, where a division by 0 would tell it that there is none.
    turns, taps_h, taps_w = tl.maximum(turns, 1), tl.maximum(taps_h, 1), tl.maximum(taps_w, 1)
    STEP_D: tl.constexpr = DILATION_D * PERIOD_D // STRIDE_D  # so many places of x lie between two taps
    STEP_H: tl.constexpr = DILATION_H * PERIOD_H // STRIDE_H
    STEP_W: tl.constexpr = DILATION_W * PERIOD_W // STRIDE_W

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(n_turns):
        c = turn // turns * BLOCK_C + k % BLOCK_C
        tap = turn % turns * TAPS + k // BLOCK_C
        k_mask = (c < C // GROUPS) & (tap < taps_d * taps_h * taps_w)
        deep = tap // (taps_h * taps_w)
        down = tap // taps_w % taps_h
        along = tap % taps_w
        depth = back[None, :] - (deep * STEP_D)[:, None]
        row = bottom[None, :] - (down * STEP_H)[:, None]
        column = right[None, :] - (along * STEP_W)[:, None]
        inside = (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * (D * H * W) - ((deep * STEP_D * H + down * STEP_H) * W + along * STEP_W))[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        w_taps = ((first_d + deep * PERIOD_D) * KH + first_h + down * PERIOD_H) * KW + first_w + along * PERIOD_W
        w_ptrs = w_ptr + within[:, None] * (KD * KH * KW) + ((group * (C // GROUPS) + c) * (O * KD * KH * KW) + w_taps)[None, :]
        w = tl.load(w_ptrs, mask=o_mask[:, None] & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    offsets = (n[None, :] * (GROUPS * O) + channels[:, None]) * (OD * OH * OW) + ((at_d * OH + at_h) * OW + at_w)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    mask = o_mask[:, None] & p_mask[None, :]
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    tl.store(y_ptr + offsets, y, mask=mask)


def conv_transpose3d_any_joins_triton(x, w, b, z):
    x = x.contiguous()
    w = w.contiguous()
    z = z.contiguous()
    stride_d, stride_h, stride_w = 1, 1, 1
    padding_d, padding_h, padding_w = 0, 0, 0
    more_d, more_h, more_w = 0, 0, 0  # output_padding
    dilation_d, dilation_h, dilation_w = 1, 1, 1
    groups = 1
    N, C, D, H, W = x.shape
    _, O, KD, KH, KW = w.shape  # O: output channels of one group
    OD = (D - 1) * stride_d - 2 * padding_d + dilation_d * (KD - 1) + more_d + 1
    OH = (H - 1) * stride_h - 2 * padding_h + dilation_h * (KH - 1) + more_h + 1
    OW = (W - 1) * stride_w - 2 * padding_w + dilation_w * (KW - 1) + more_w + 1
    y = torch.empty((N, groups * O, OD, OH, OW), device=x.device, dtype=x.dtype)
    period_d = stride_d // math.gcd(stride_d, dilation_d)
    period_h = stride_h // math.gcd(stride_h, dilation_h)
    period_w = stride_w // math.gcd(stride_w, dilation_w)
    cells = N * triton.cdiv(OD, stride_d) * triton.cdiv(OH, stride_h) * triton.cdiv(OW, stride_w)  # of one phase
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C // groups))
    grid = (stride_d * stride_h * stride_w * triton.cdiv(cells, 128), triton.cdiv(O, block_o), groups)
    conv_transpose3d_any_joins_kernel[grid](x, w, b, z, y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE_D=stride_d,
                                            STRIDE_H=stride_h, STRIDE_W=stride_w, PADDING_D=padding_d, PADDING_H=padding_h,
                                            PADDING_W=padding_w, DILATION_D=dilation_d, DILATION_H=dilation_h, DILATION_W=dilation_w,
                                            PERIOD_D=period_d, PERIOD_H=period_h, PERIOD_W=period_w, GROUPS=groups, BLOCK_O=block_o,
                                            BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
