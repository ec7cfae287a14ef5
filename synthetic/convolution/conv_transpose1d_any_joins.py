"""Transposed convolution of sequences in any of its forms, joined with a second tensor: a residual, a gate, a
scale for each channel.

z has the shape of y, or a number for each channel or for each channel of each sample. The sum complete, a
program reads what it needs of z: one position after another of one group, dilated and strided as may be.
conv_transpose1d.py tells how the sum is made.
"""

from python_to_triton.verification.exemplar import run

import math

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 4, 1, 3), (2, 4, 11, 5, 3), (1, 9, 40, 4, 4)]  # N, C, L, O, kernel; C and O a group


def make(N, C, L, O, KERNEL):
    stride = 1
    padding = 0
    output_padding = 0
    dilation = 1
    groups = 1
    x = torch.randn(N, groups * C, L)
    w = torch.randn(groups * C, O, KERNEL) / (C * KERNEL) ** 0.5
    b = torch.randn(groups * O)
    OL = (L - 1) * stride - 2 * padding + dilation * (KERNEL - 1) + output_padding + 1
    z = torch.randn(N, groups * O, OL)
    return x, w, b, z


def conv_transpose1d_any_joins_torch(x, w, b, z):
    y = F.conv_transpose1d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
    y = torch.relu(y)
    y = y + z
    return y


@triton.jit
def conv_transpose1d_any_joins_kernel(x_ptr, w_ptr, b_ptr, z_ptr, y_ptr, N, C, L, O, OL, KERNEL: tl.constexpr, STRIDE: tl.constexpr,
                                      PADDING: tl.constexpr, DILATION: tl.constexpr, PERIOD: tl.constexpr, GROUPS: tl.constexpr,
                                      BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    phase = tl.program_id(0) % STRIDE
    positions = tl.program_id(0).to(tl.int64) // STRIDE * BLOCK_P + tl.arange(0, BLOCK_P)  # of this phase
    PL = tl.cdiv(OL, STRIDE)
    n = positions // PL
    first, odd = phase % PERIOD, phase // PERIOD
    at = (first * DILATION + odd + (STRIDE - 1) * PADDING) % STRIDE + (positions % PL).to(tl.int32) * STRIDE
    right = (at + PADDING - first * DILATION) // STRIDE
    taps = tl.where(odd == 0, tl.cdiv(KERNEL - first, PERIOD), 0)
    p_mask = (n < N) & (at < OL)
    within = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    o_mask = within < O
    channels = group * O + within
    corner = x_ptr + n * (C * L) + group * (C // GROUPS) * L + right
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    turns = tl.cdiv(taps, TAPS)
    n_turns = tl.cdiv(C // GROUPS, BLOCK_C) * turns
    turns = tl.maximum(turns, 1)  # even a loop that does not run is looked into: no division by 0
    STEP: tl.constexpr = DILATION * PERIOD // STRIDE  # so many places of x lie between two taps

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(n_turns):
        c = turn // turns * BLOCK_C + k % BLOCK_C
        tap = turn % turns * TAPS + k // BLOCK_C
        k_mask = (c < C // GROUPS) & (tap < taps)
        place = right[None, :] - (tap * STEP)[:, None]
        inside = (place >= 0) & (place < L) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * L - (tap * STEP))[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        w_taps = first + tap * PERIOD
        w_ptrs = w_ptr + within[:, None] * KERNEL + ((group * (C // GROUPS) + c) * (O * KERNEL) + w_taps)[None, :]
        w = tl.load(w_ptrs, mask=o_mask[:, None] & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    offsets = (n[None, :] * (GROUPS * O) + channels[:, None]) * OL + at[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    mask = o_mask[:, None] & p_mask[None, :]
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    tl.store(y_ptr + offsets, y, mask=mask)


def conv_transpose1d_any_joins_triton(x, w, b, z):
    x = x.contiguous()
    w = w.contiguous()
    z = z.contiguous()
    stride = 1
    padding = 0
    output_padding = 0
    dilation = 1
    groups = 1
    N, C, L = x.shape
    _, O, K = w.shape  # O: output channels of one group
    OL = (L - 1) * stride - 2 * padding + dilation * (K - 1) + output_padding + 1
    y = torch.empty((N, groups * O, OL), device=x.device, dtype=x.dtype)
    period = stride // math.gcd(stride, dilation)
    cells = N * triton.cdiv(OL, stride)  # of one phase
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C // groups))
    grid = (stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o), groups)
    conv_transpose1d_any_joins_kernel[grid](x, w, b, z, y, N, C, L, O, OL, KERNEL=K, STRIDE=stride, PADDING=padding, DILATION=dilation,
                                            PERIOD=period, GROUPS=groups, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32,
                                            num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
