"""Convolution of sequences that are joined from tensors which broadcast, y = f(conv1d(max(x, s), w, b)).

One program owns a tile of (channels, positions) of one group. What belongs to a whole sample is read before
the loop, a number for each channel as a column, and the rest where the windows are gathered. Zeros are padded
to what comes out of that, so they are put in after it.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]  # N, C, L, O, K; C and O a group


def make(N, C, L, O, K):
    stride = 1
    padding = 0
    dilation = 1
    groups = 1
    OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1
    w = torch.randn(groups * O, C, K) / (C * K) ** 0.5
    b = torch.randn(groups * O)
    C, O = groups * C, groups * O
    x, s = torch.randn(N, C, L), torch.randn(N, 1, 1)
    return x, s, w, b


def conv1d_prologue_torch(x, s, w, b):
    v = torch.maximum(x, s)
    y = F.conv1d(v, w, b, stride=1, padding=0, dilation=1, groups=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv1d_prologue_kernel(x_ptr, s_ptr, w_ptr, b_ptr, y_ptr, N, C, L, O, OL, KERNEL: tl.constexpr,
                           STRIDE: tl.constexpr, PADDING: tl.constexpr, DILATION: tl.constexpr, GROUPS: tl.constexpr,
                           BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    positions = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = positions // OL
    left = (positions % OL).to(tl.int32) * STRIDE - PADDING
    within = tl.program_id(1) * BLOCK_O + tl.arange(0, BLOCK_O)
    channels = (group * (O // GROUPS) + within).to(tl.int64)
    o_mask = within < O // GROUPS
    corner = n * (C * L) + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (KERNEL + TAPS - 1) // TAPS
    s = tl.load(s_ptr + n[None, :], mask=n[None, :] < N, other=0.0).to(tl.float32)

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(tl.cdiv(C // GROUPS, BLOCK_C) * TURNS):
        own = turn // TURNS * BLOCK_C + k % BLOCK_C
        c = group * (C // GROUPS) + own
        tap = turn % TURNS * TAPS + k // BLOCK_C
        k_mask = (own < C // GROUPS) & (tap < KERNEL)
        along = tap * DILATION
        place = left[None, :] + along[:, None]
        inside = k_mask[:, None] & (place >= 0) & (place < L) & (n[None, :] < N)
        places = corner[None, :] + (c * L + along)[:, None]
        places = tl.max_contiguous(places, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        v = tl.where(inside, v, 0.0)  # what is padded is the result of all that
        w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KERNEL) + (own * KERNEL + tap)[None, :]
        w = tl.load(w_ptrs, mask=o_mask[:, None] & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, v, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    mask = o_mask[:, None] & (n[None, :] < N)
    offsets = (n[None, :] * O + channels[:, None]) * OL + (positions % OL)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv1d_prologue_triton(x, s, w, b):
    x, s = x.contiguous(), s.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    dilation = 1
    groups = 1
    N, C, L = x.shape
    O, _, K = w.shape
    OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1
    y = torch.empty((N, O, OL), dtype=x.dtype, device=x.device)
    block_o, block_c = min(64, triton.next_power_of_2(O // groups)), min(32, triton.next_power_of_2(C // groups))
    grid = (triton.cdiv(N * OL, 128), triton.cdiv(O // groups, block_o), groups)  # of eight warps: four have no registers for several operands
    conv1d_prologue_kernel[grid](x, s, w, b, y, N, C, L, O, OL, KERNEL=K, STRIDE=stride, PADDING=padding,
                                 DILATION=dilation, GROUPS=groups, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c,
                                 BLOCK_K=32, num_warps=8)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
