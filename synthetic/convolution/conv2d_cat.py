"""Convolution put behind another tensor, y = cat((z, f(conv2d(x, w, b))), 1): a skip connection, a dense
block.

One kernel convolves and writes into its channels of y, so the concatenation costs no second pass over its
result; the other copies z into the channels that are left.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]  # N, C, H, W, O, KH, KW


def make(N, C, H, W, O, KH, KW):
    stride = 1
    padding = 0
    OH = (H + 2 * padding - KH) // stride + 1
    OW = (W + 2 * padding - KW) // stride + 1
    x = torch.randn(N, C, H, W)
    z = torch.randn(N, 2, OH, OW)
    w = torch.randn(O, C, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(O)
    return x, z, w, b


def conv2d_cat_torch(x, z, w, b):
    y = F.conv2d(x, w, b, stride=1, padding=0)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    y = torch.cat((z, y), dim=1)
    return y


@triton.jit
def conv2d_cat_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, H, W, O, ALL, first, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                      STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,
                      BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = pixels // (OH * OW)
    top = (pixels // OW % OH).to(tl.int32) * STRIDE - PADDING
    left = (pixels % OW).to(tl.int32) * STRIDE - PADDING
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * H * W) + top * W + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (KH * KW + TAPS - 1) // TAPS

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(tl.cdiv(C, BLOCK_C) * TURNS):
        c = turn // TURNS * BLOCK_C + k % BLOCK_C
        tap = turn % TURNS * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < KH * KW)
        down = tap // KW
        along = tap % KW
        row = top[None, :] + down[:, None]
        column = left[None, :] + along[:, None]
        inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * (H * W) + down * W + along)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        w_ptrs = w_ptr + channels[:, None] * (C * KH * KW) + (c * (KH * KW) + tap)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & (n[None, :] < N)
    offsets = (n[None, :] * ALL + first + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


@triton.jit
def conv2d_cat_copy_kernel(z_ptr, y_ptr, n_elements, size_z, size_y, start, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets // size_z * size_y + start + offsets % size_z, z, mask=mask)


def conv2d_cat_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    N, C, H, W = x.shape
    O, _, KH, KW = w.shape
    OH = (H + 2 * padding - KH) // stride + 1
    OW = (W + 2 * padding - KW) // stride + 1
    P = z.shape[1]
    ALL, first, start = P + O, P, 0  # channels of y, the first of ours, where z starts
    y = torch.empty((N, ALL, OH, OW), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, block_o))
    conv2d_cat_kernel[grid](x, w, b, y, N, C, H, W, O, ALL, first, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,
                            BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    copy_grid = (triton.cdiv(z.numel(), 1024),)
    conv2d_cat_copy_kernel[copy_grid](z, y, z.numel(), P * OH * OW, ALL * OH * OW, start * OH * OW, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
