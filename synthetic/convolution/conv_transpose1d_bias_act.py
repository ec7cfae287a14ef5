"""Transposed convolution of sequences with a chain of functions after it, y =
sigmoid(relu(conv_transpose1d(x, w, b))).

An implicit matrix product: outputs that the same taps reach, a phase of them, gather their inputs. One
program owns BLOCK_O channels of BLOCK_P positions, and the whole chain runs on its accumulator, before the
only write.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 4, 1, 3), (2, 3, 7, 5, 4), (2, 35, 20, 4, 3)]  # N, C, L, O, K


def make(N, C, L, O, K):
    x = torch.randn(N, C, L)
    w = torch.randn(C, O, K) / (C * K) ** 0.5
    b = torch.randn(O)
    return x, w, b


def conv_transpose1d_bias_act_torch(x, w, b):
    y = F.conv_transpose1d(x, w, b, stride=1, padding=0, output_padding=0)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    y = torch.abs(y)
    return y


@triton.jit
def conv_transpose1d_bias_act_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, L, O, OL, K: tl.constexpr, STRIDE: tl.constexpr,
                                     PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,
                                     BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
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
    corner = x_ptr + n * (C * L) + right
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    turns = tl.cdiv(taps, TAPS)
    n_turns = tl.cdiv(C, BLOCK_C) * turns
    turns = tl.maximum(turns, 1)  # even a loop that does not run is looked into: no division by 0

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(n_turns):
        c = turn // turns * BLOCK_C + k % BLOCK_C
        tap = turn % turns * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < taps)
        place = right[None, :] - tap[:, None]
        inside = (place >= 0) & (place < L) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * L - tap)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        w_taps = first + tap * STRIDE
        w_ptrs = w_ptr + channels[:, None] * K + (c * (O * K) + w_taps)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & p_mask[None, :]
    offsets = (n[None, :] * O + channels[:, None]) * OL + at[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y = tl.sin(y)
    y = tl.abs(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv_transpose1d_bias_act_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    output_padding = 0
    N, C, L = x.shape
    _, O, K = w.shape
    OL = (L - 1) * stride - 2 * padding + K + output_padding
    y = torch.empty((N, O, OL), device=x.device, dtype=x.dtype)
    cells = N * triton.cdiv(OL, stride)  # of one phase
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))
    conv_transpose1d_bias_act_kernel[grid](x, w, b, y, N, C, L, O, OL, K=K, STRIDE=stride, PADDING=padding,
                                           BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
