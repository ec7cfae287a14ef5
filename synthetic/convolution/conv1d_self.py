"""Dilated convolution of a function of its input, joined with that input, y = max(conv1d(f(x), w, b), x): a
residual block.

As many channels and positions come out as go in: the padding is half of what the taps span. f is applied to a
tile as it arrives and keeps zero, so the padding stays zero; the numbers of x that a program joins are still
in the L2 cache.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]  # N, C, L, taps


def make(N, C, L, K):
    x = torch.randn(N, C, L)
    w = torch.randn(C, C, K) / (C * K) ** 0.5
    b = torch.randn(C)
    return x, w, b


def conv1d_self_torch(x, w, b):
    z = x
    x = torch.relu(x)
    y = F.conv1d(x, w, b, padding=1, dilation=1)
    y = torch.maximum(y, z)
    return y


@triton.jit
def conv1d_self_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, L, K: tl.constexpr, PADDING: tl.constexpr, DILATION: tl.constexpr,
                       BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    positions = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = positions // L
    left = (positions % L).to(tl.int32) - PADDING
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * L) + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (K + TAPS - 1) // TAPS

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(tl.cdiv(C, BLOCK_C) * TURNS):
        c = turn // TURNS * BLOCK_C + k % BLOCK_C
        tap = turn % TURNS * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < K)
        along = tap * DILATION
        place = left[None, :] + along[:, None]
        inside = (place >= 0) & (place < L) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * L + along)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        w_ptrs = w_ptr + channels[:, None] * (C * K) + (c * K + tap)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < C) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < C, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < C) & (n[None, :] < N)
    offsets = (n[None, :] * C + channels[:, None]) * L + (positions % L)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv1d_self_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    padding, dilation = 1, 1
    N, C, L = x.shape
    y = torch.empty_like(x)
    block_o, block_c = min(64, triton.next_power_of_2(C)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * L, 128), triton.cdiv(C, block_o))
    conv1d_self_kernel[grid](x, w, b, y, N, C, L, K=w.shape[2], PADDING=padding, DILATION=dilation, BLOCK_O=block_o,
                             BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
