"""Convolution of volumes and a program of its result and of tensors that broadcast to it, with one result or
several.

One program owns BLOCK_O channels of BLOCK_P places of the result and reads what it needs of the others once
its sum is complete.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]  # N, C, D, H, W, O, KD, KH, KW


def make(N, C, D, H, W, O, KD, KH, KW):
    stride = 1
    padding = 0
    OD = (D + 2 * padding - KD) // stride + 1
    OH = (H + 2 * padding - KH) // stride + 1
    OW = (W + 2 * padding - KW) // stride + 1
    x = torch.randn(N, C, D, H, W)
    weight = torch.randn(O, C, KD, KH, KW) / (C * KD * KH * KW) ** 0.5
    parameters = weight, torch.randn(O)
    return x, torch.randn(N, O, OD, OH, OW), torch.randn(O, 1, 1, 1), *parameters


def program_after_conv3d_torch(x, z, w, weight, bias):
    s = F.conv3d(x, weight, bias, stride=1, padding=0)
    y = s * z
    y = y + w
    return y


@triton.jit
def program_after_conv3d_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr,
                                KH: tl.constexpr, KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr,
                                BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    voxels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = voxels // (OD * OH * OW)
    front = (voxels // (OH * OW) % OD).to(tl.int32) * STRIDE - PADDING
    top = (voxels // OW % OH).to(tl.int32) * STRIDE - PADDING
    left = (voxels % OW).to(tl.int32) * STRIDE - PADDING
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * D * H * W) + (front * H + top) * W + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (KD * KH * KW + TAPS - 1) // TAPS

    s = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(tl.cdiv(C, BLOCK_C) * TURNS):
        c = turn // TURNS * BLOCK_C + k % BLOCK_C
        tap = turn % TURNS * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < KD * KH * KW)
        deep = tap // (KH * KW)
        down = tap // KW % KH
        along = tap % KW
        depth = front[None, :] + deep[:, None]
        row = top[None, :] + down[:, None]
        column = left[None, :] + along[:, None]
        inside = (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * (D * H * W) + (deep * H + down) * W + along)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        weight_ptrs = weight_ptr + channels[:, None] * (C * KD * KH * KW) + (c * (KD * KH * KW) + tap)[None, :]
        weight = tl.load(weight_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        s += tl.dot(weight, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    s += tl.load(bias_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & (n[None, :] < N)
    offsets = (n[None, :] * O + channels[:, None]) * (OD * OH * OW) + (voxels % (OD * OH * OW))[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    y = s * z
    y = y + w
    tl.store(y_ptr + offsets, y, mask=mask)


def program_after_conv3d_triton(x, z, w, weight, bias):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    weight = weight.contiguous()
    stride = 1
    padding = 0
    N, C, D, H, W = x.shape
    O, _, KD, KH, KW = weight.shape
    OD = (D + 2 * padding - KD) // stride + 1
    OH = (H + 2 * padding - KH) // stride + 1
    OW = (W + 2 * padding - KW) // stride + 1
    y = torch.empty((N, O, OD, OH, OW), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * OD * OH * OW, 128), triton.cdiv(O, block_o))
    program_after_conv3d_kernel[grid](x, z, w, weight, bias, y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE=stride,
                                      PADDING=padding, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
