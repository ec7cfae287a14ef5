"""Transposed convolution of images joined with its own input, y = max(f(conv_transpose2d(g(x), w, b)), x): a
residual block.

As many channels and pixels come out as go in, so the numbers of x that a program joins have the places of its
numbers of y; they are still in the L2 cache. g keeps zero, so what lies beyond the edges stays zero.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 4, 3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]  # N, C, H, W, kernel


def make(N, C, H, W, KERNEL):
    x = torch.randn(N, C, H, W)
    w = torch.randn(C, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL) ** 0.5
    b = torch.randn(C)
    return x, w, b


def conv_transpose2d_self_torch(x, w, b):
    z = x
    x = torch.abs(x)
    y = F.conv_transpose2d(x, w, b, padding=1)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv_transpose2d_self_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr,
                                 KW: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                                 PADDING_H: tl.constexpr, PADDING_W: tl.constexpr, BLOCK_O: tl.constexpr,
                                 BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    phase = tl.program_id(0) % (STRIDE_H * STRIDE_W)
    pixels = tl.program_id(0).to(tl.int64) // (STRIDE_H * STRIDE_W) * BLOCK_P + tl.arange(0, BLOCK_P)  # of this phase
    PH, PW = tl.cdiv(OH, STRIDE_H), tl.cdiv(OW, STRIDE_W)
    n = pixels // (PH * PW)
    first_h = phase // STRIDE_W
    at_h = (first_h + (STRIDE_H - 1) * PADDING_H) % STRIDE_H + (pixels // PW % PH).to(tl.int32) * STRIDE_H
    bottom = (at_h + PADDING_H - first_h) // STRIDE_H  # divides without a rest
    taps_h = tl.cdiv(KH - first_h, STRIDE_H)
    first_w = phase % STRIDE_W
    at_w = (first_w + (STRIDE_W - 1) * PADDING_W) % STRIDE_W + (pixels % PW).to(tl.int32) * STRIDE_W
    right = (at_w + PADDING_W - first_w) // STRIDE_W  # divides without a rest
    taps_w = tl.cdiv(KW - first_w, STRIDE_W)
    p_mask = (n < N) & (at_h < OH) & (at_w < OW)
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * H * W) + bottom * W + right
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    turns = tl.cdiv(taps_h * taps_w, TAPS)
    n_turns = tl.cdiv(C, BLOCK_C) * turns
    # The compiler looks into a loop that does not run, too, where a division by 0 would tell it that there is none.
    turns, taps_w = tl.maximum(turns, 1), tl.maximum(taps_w, 1)

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(n_turns):
        c = turn // turns * BLOCK_C + k % BLOCK_C
        tap = turn % turns * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < taps_h * taps_w)
        down = tap // taps_w
        along = tap % taps_w
        row = bottom[None, :] - down[:, None]
        column = right[None, :] - along[:, None]
        inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * (H * W) - (down * W + along))[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        x = tl.abs(x)
        w_taps = (first_h + down * STRIDE_H) * KW + first_w + along * STRIDE_W
        w_ptrs = w_ptr + channels[:, None] * (KH * KW) + (c * (O * KH * KW) + w_taps)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & p_mask[None, :]
    offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (at_h * OW + at_w)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    y = tl.maximum(y, 0.0)
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv_transpose2d_self_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 1, 1
    more_h, more_w = 0, 0  # output_padding
    N, C, H, W = x.shape
    _, O, KH, KW = w.shape
    OH = (H - 1) * stride_h - 2 * padding_h + KH + more_h
    OW = (W - 1) * stride_w - 2 * padding_w + KW + more_w
    y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)
    cells = N * triton.cdiv(OH, stride_h) * triton.cdiv(OW, stride_w)  # of one phase
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (stride_h * stride_w * triton.cdiv(cells, 128), triton.cdiv(O, block_o))
    conv_transpose2d_self_kernel[grid](x, w, b, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE_H=stride_h,
                                       STRIDE_W=stride_w, PADDING_H=padding_h, PADDING_W=padding_w, BLOCK_O=block_o,
                                       BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
