"""Transposed convolution of sequences that are joined from tensors which broadcast, y =
f(conv_transpose1d(max(x, s), w, b)).

One program owns a tile of (channels, positions) of one phase, the outputs that the same taps reach. What
belongs to a whole sample is read before the loop, a number for each channel as a column, and the rest where
the windows are gathered. Zeros are padded to what comes out of that, so they are put in after it.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 4, 1, 3), (2, 3, 7, 5, 4), (3, 9, 20, 4, 3)]  # N, C, L, O, K


def make(N, C, L, O, K):
    stride = 1
    padding = 0
    output_padding = 0
    OL = (L - 1) * stride - 2 * padding + K + output_padding
    w = torch.randn(C, O, K) / (C * K) ** 0.5
    b = torch.randn(O)
    x, s = torch.randn(N, C, L), torch.randn(N, 1, 1)
    return x, s, w, b


def conv_transpose1d_prologue_torch(x, s, w, b):
    v = torch.maximum(x, s)
    y = F.conv_transpose1d(v, w, b, stride=1, padding=0, output_padding=0)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv_transpose1d_prologue_kernel(x_ptr, s_ptr, w_ptr, b_ptr, y_ptr, N, C, L, O, OL, K: tl.constexpr,
                                     STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O: tl.constexpr,
                                     BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    phase = tl.program_id(0) % STRIDE
    positions = tl.program_id(0).to(tl.int64) // STRIDE * BLOCK_P + tl.arange(0, BLOCK_P)  # of this phase
    PL = tl.cdiv(OL, STRIDE)
    n = positions // PL
    first = phase
    at = (first + (STRIDE - 1) * PADDING) % STRIDE + (positions % PL).to(tl.int32) * STRIDE
    right = (at + PADDING - first) // STRIDE  # divides without a rest
    taps = tl.cdiv(K - first, STRIDE)
    p_mask = (n < N) & (at < OL)
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    o_mask = channels < O
    corner = n * (C * L) + right
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    turns = tl.cdiv(taps, TAPS)
    n_turns = tl.cdiv(C, BLOCK_C) * turns
    turns = tl.maximum(turns, 1)  # even a loop that does not run is looked into: no division by 0
    s = tl.load(s_ptr + n[None, :], mask=n[None, :] < N, other=0.0).to(tl.float32)

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(n_turns):
        c = turn // turns * BLOCK_C + k % BLOCK_C
        tap = turn % turns * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < taps)
        place = right[None, :] - tap[:, None]
        inside = k_mask[:, None] & (place >= 0) & (place < L) & (n[None, :] < N)
        places = corner[None, :] + (c * L - tap)[:, None]
        places = tl.max_contiguous(places, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        v = tl.where(inside, v, 0.0)  # what is padded is the result of all that
        w_taps = first + tap * STRIDE
        w_ptrs = w_ptr + channels[:, None] * K + (c * (O * K) + w_taps)[None, :]
        w = tl.load(w_ptrs, mask=o_mask[:, None] & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, v, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    mask = o_mask[:, None] & p_mask[None, :]
    offsets = (n[None, :] * O + channels[:, None]) * OL + at[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv_transpose1d_prologue_triton(x, s, w, b):
    x, s = x.contiguous(), s.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    output_padding = 0
    N, C, L = x.shape
    _, O, K = w.shape
    OL = (L - 1) * stride - 2 * padding + K + output_padding
    y = torch.empty((N, O, OL), dtype=x.dtype, device=x.device)
    cells = N * triton.cdiv(OL, stride)  # of one phase
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))  # of eight warps: four have no registers for several operands
    conv_transpose1d_prologue_kernel[grid](x, s, w, b, y, N, C, L, O, OL, K=K, STRIDE=stride, PADDING=padding,
                                           BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=8)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
