"""Transposed convolution of sequences: each x[n, c, i] adds w[c, o, k] * x[n, c, i] to y[n, o, i * stride -
padding + k].

Adding from many places to one would need atomics. Turned round, each y[n, o, l] asks which x reach it:
position l + padding - k * dilation must be a multiple of the stride. So every stride-th position is reached
through the same taps: such a phase is an ordinary convolution, without a product by zero, and is named by the
first of its taps, `first`; the next lies PERIOD taps on. (Where dilation and stride share a factor, some
phases have none, `odd`.) One program owns a tile of (channels, positions) of one phase of one group.
"""

from python_to_triton.verification.exemplar import run

import math

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 4, 1, 3), (2, 4, 11, 5, 3), (1, 9, 40, 4, 4)]  # N, C, L, O, kernel; C and O a group


def make(N, C, L, O, KERNEL):
    groups = 1
    return (torch.randn(N, groups * C, L), torch.randn(groups * C, O, KERNEL) / (C * KERNEL) ** 0.5,
            torch.randn(groups * O))


def conv_transpose1d_torch(x, w, b):
    y = F.conv_transpose1d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
    y = torch.relu(y)
    return y


@triton.jit
def conv_transpose1d_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, L, O, OL, KERNEL: tl.constexpr, STRIDE: tl.constexpr,
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
    y_ptrs = y_ptr + (n[None, :] * (GROUPS * O) + channels[:, None]) * OL + at[None, :]
    y_ptrs = tl.max_contiguous(y_ptrs, [1, 4])
    tl.store(y_ptrs, y, mask=o_mask[:, None] & p_mask[None, :])


def conv_transpose1d_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
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
    conv_transpose1d_kernel[grid](x, w, b, y, N, C, L, O, OL, KERNEL=K, STRIDE=stride, PADDING=padding, DILATION=dilation,
                                  PERIOD=period, GROUPS=groups, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32,
                                  num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
