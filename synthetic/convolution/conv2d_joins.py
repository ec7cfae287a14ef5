"""Convolution of images joined with two tensors, y = max(f(conv2d(x, w, b)) + s, z), functions between and
after.

s and z are parameters with a number for each channel, scalars, or tensors of the shape of y. One program owns
BLOCK_O channels of BLOCK_P pixels; the windows of x are gathered as they are needed.
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
    s = torch.randn(O, 1, 1)
    z = torch.randn(O, 1, 1)
    w = torch.randn(O, C, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(O)
    return x, s, z, w, b


def conv2d_joins_torch(x, s, z, w, b):
    y = F.conv2d(x, w, b, stride=1, padding=0)
    y = torch.relu(y)
    y = y + s
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return y


@triton.jit
def conv2d_joins_kernel(x_ptr, w_ptr, b_ptr, s_ptr, z_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr,
                        KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O: tl.constexpr,
                        BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
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
    offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    y += s
    y = tl.sigmoid(y)
    y = tl.maximum(y, z)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv2d_joins_triton(x, s, z, w, b):
    x = x.contiguous()
    s = s.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    N, C, H, W = x.shape
    O, _, KH, KW = w.shape
    OH = (H + 2 * padding - KH) // stride + 1
    OW = (W + 2 * padding - KW) // stride + 1
    y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, block_o))
    conv2d_joins_kernel[grid](x, w, b, s, z, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,
                              BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
