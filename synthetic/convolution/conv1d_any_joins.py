"""Convolution of sequences in any of its forms, joined with a second tensor: a residual, a gate, a scale for
each channel.

z has the shape of y, or a number for each channel or for each channel of each sample. The sum complete, a
program reads what it needs of z: one position after another of one group, dilated and strided as may be.
conv1d.py tells how the sum is made.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]  # N, C and O a group, L; kernel last


def make(N, C, L, O, KERNEL):
    stride = 1
    padding = 0
    dilation = 1
    groups = 1
    x = torch.randn(N, groups * C, L)
    w = torch.randn(groups * O, C, KERNEL) / (C * KERNEL) ** 0.5
    b = torch.randn(groups * O)
    OL = (L + 2 * padding - dilation * (KERNEL - 1) - 1) // stride + 1
    z = torch.randn(N, groups * O, OL)
    return x, w, b, z


def conv1d_any_joins_torch(x, w, b, z):
    x = torch.abs(x)
    y = F.conv1d(x, w, b, stride=1, padding=0, dilation=1, groups=1)
    y = torch.relu(y)
    y = y + z
    return y


@triton.jit
def conv1d_any_joins_kernel(x_ptr, w_ptr, b_ptr, z_ptr, y_ptr, N, C, L, O, OL, KERNEL: tl.constexpr, STRIDE: tl.constexpr,
                            PADDING: tl.constexpr, DILATION: tl.constexpr, GROUPS: tl.constexpr, BLOCK_O: tl.constexpr,
                            BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    positions = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = positions // OL
    left = (positions % OL).to(tl.int32) * STRIDE - PADDING
    within = tl.program_id(1) * BLOCK_O + tl.arange(0, BLOCK_O)
    channels = (group * (O // GROUPS) + within).to(tl.int64)
    o_mask = within < O // GROUPS
    corner = x_ptr + n * (C * L) + group * (C // GROUPS) * L + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (KERNEL + TAPS - 1) // TAPS

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(tl.cdiv(C // GROUPS, BLOCK_C) * TURNS):
        c = turn // TURNS * BLOCK_C + k % BLOCK_C
        tap = turn % TURNS * TAPS + k // BLOCK_C
        k_mask = (c < C // GROUPS) & (tap < KERNEL)
        along = tap * DILATION
        place = left[None, :] + along[:, None]
        inside = (place >= 0) & (place < L) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * L + along)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        x = tl.abs(x)
        w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KERNEL) + (c * KERNEL + tap)[None, :]
        w = tl.load(w_ptrs, mask=o_mask[:, None] & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    offsets = (n[None, :] * O + channels[:, None]) * OL + (positions % OL)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    mask = o_mask[:, None] & (n[None, :] < N)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    tl.store(y_ptr + offsets, y, mask=mask)


def conv1d_any_joins_triton(x, w, b, z):
    x = x.contiguous()
    w = w.contiguous()
    z = z.contiguous()
    stride = 1
    padding = 0
    dilation = 1
    groups = 1
    N, C, L = x.shape
    O, _, K = w.shape
    OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1
    y = torch.empty((N, O, OL), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O // groups)), min(32, triton.next_power_of_2(C // groups))
    grid = (triton.cdiv(N * OL, 128), triton.cdiv(O // groups, block_o), groups)
    conv1d_any_joins_kernel[grid](x, w, b, z, y, N, C, L, O, OL, KERNEL=K, STRIDE=stride, PADDING=padding, DILATION=dilation,
                                  GROUPS=groups, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
