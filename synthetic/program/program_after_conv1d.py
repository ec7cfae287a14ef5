"""Convolution of signals and a program of its result and of tensors that broadcast to it, with one result or
several.

One program owns BLOCK_O channels of BLOCK_P places of the result and reads what it needs of the others once
its sum is complete.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]  # N, C, L, O, K


def make(N, C, L, O, K):
    stride = 1
    padding = 0
    OL = (L + 2 * padding - K) // stride + 1
    x = torch.randn(N, C, L)
    weight = torch.randn(O, C, K) / (C * K) ** 0.5
    parameters = weight, torch.randn(O)
    return x, torch.randn(N, O, OL), torch.randn(O, 1), *parameters


def program_after_conv1d_torch(x, z, w, weight, bias):
    s = F.conv1d(x, weight, bias, stride=1, padding=0)
    y = s * z
    y = y + w
    return y


@triton.jit
def program_after_conv1d_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, N, C, L, O, OL, K: tl.constexpr, STRIDE: tl.constexpr,
                                PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr,
                                BLOCK_K: tl.constexpr):
    positions = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = positions // OL
    left = (positions % OL).to(tl.int32) * STRIDE - PADDING
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * L) + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (K + TAPS - 1) // TAPS

    s = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(tl.cdiv(C, BLOCK_C) * TURNS):
        c = turn // TURNS * BLOCK_C + k % BLOCK_C
        tap = turn % TURNS * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < K)
        place = left[None, :] + tap[:, None]
        inside = (place >= 0) & (place < L) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * L + tap)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        weight_ptrs = weight_ptr + channels[:, None] * (C * K) + (c * K + tap)[None, :]
        weight = tl.load(weight_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        s += tl.dot(weight, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    s += tl.load(bias_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & (n[None, :] < N)
    offsets = (n[None, :] * O + channels[:, None]) * OL + (positions % OL)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    y = s * z
    y = y + w
    tl.store(y_ptr + offsets, y, mask=mask)


def program_after_conv1d_triton(x, z, w, weight, bias):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    weight = weight.contiguous()
    stride = 1
    padding = 0
    N, C, L = x.shape
    O, _, K = weight.shape
    OL = (L + 2 * padding - K) // stride + 1
    y = torch.empty((N, O, OL), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * OL, 128), triton.cdiv(O, block_o))
    program_after_conv1d_kernel[grid](x, z, w, weight, bias, y, N, C, L, O, OL, K=K, STRIDE=stride, PADDING=padding, BLOCK_O=block_o,
                                      BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
