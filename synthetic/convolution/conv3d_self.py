"""Convolution of volumes joined with its own input, y = max(f(conv3d(g(x), w, b)), x): a residual block, a
self-gate.

As many channels and voxels come out as go in, so the numbers of x that a program joins have the places of its
numbers of y; they are still in the L2 cache. g keeps zero, so the padding stays zero.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]  # N, C, D, H, W, kernel


def make(N, C, D, H, W, KERNEL):
    x = torch.randn(N, C, D, H, W)
    w = torch.randn(C, C, KERNEL, KERNEL, KERNEL) / (C * KERNEL * KERNEL * KERNEL) ** 0.5
    b = torch.randn(C)
    return x, w, b


def conv3d_self_torch(x, w, b):
    z = x
    x = torch.abs(x)
    y = F.conv3d(x, w, b, padding=1)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv3d_self_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr,
                       KH: tl.constexpr, KW: tl.constexpr, STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr,
                       STRIDE_W: tl.constexpr, PADDING_D: tl.constexpr, PADDING_H: tl.constexpr, PADDING_W: tl.constexpr,
                       BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    voxels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = voxels // (OD * OH * OW)
    front = (voxels // (OH * OW) % OD).to(tl.int32) * STRIDE_D - PADDING_D
    top = (voxels // OW % OH).to(tl.int32) * STRIDE_H - PADDING_H
    left = (voxels % OW).to(tl.int32) * STRIDE_W - PADDING_W
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * D * H * W) + (front * H + top) * W + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (KD * KH * KW + TAPS - 1) // TAPS

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
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
        x = tl.abs(x)
        w_ptrs = w_ptr + channels[:, None] * (C * KD * KH * KW) + (c * (KD * KH * KW) + tap)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & (n[None, :] < N)
    offsets = (n[None, :] * O + channels[:, None]) * (OD * OH * OW) + (voxels % (OD * OH * OW))[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    y = tl.maximum(y, 0.0)
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv3d_self_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride_d, stride_h, stride_w = 1, 1, 1
    padding_d, padding_h, padding_w = 1, 1, 1
    N, C, D, H, W = x.shape
    O, _, KD, KH, KW = w.shape
    OD = (D + 2 * padding_d - KD) // stride_d + 1
    OH = (H + 2 * padding_h - KH) // stride_h + 1
    OW = (W + 2 * padding_w - KW) // stride_w + 1
    y = torch.empty((N, O, OD, OH, OW), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * OD * OH * OW, 128), triton.cdiv(O, block_o))
    conv3d_self_kernel[grid](x, w, b, y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE_D=stride_d,
                             STRIDE_H=stride_h, STRIDE_W=stride_w, PADDING_D=padding_d, PADDING_H=padding_h,
                             PADDING_W=padding_w, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
