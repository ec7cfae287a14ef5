"""Causal convolution of sequences: y[n, o, l] sees x[n, c] at l and before only, conv1d(pad(x, (p, 0)), w, b).

The zeros before the start are never stored: a position left of 0 is masked, as at any edge. An implicit matrix product of
w, (O, C * K), and the windows of x; one program owns BLOCK_O channels of BLOCK_P positions.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 1, 2), (2, 3, 20, 5, 4), (3, 9, 33, 4, 3)]  # N, C, L, O, K


def make(N, C, L, O, K):
    x = torch.randn(N, C, L)
    w = torch.randn(O, C, K) / (C * K) ** 0.5
    b = torch.randn(O)
    return x, w, b


def conv1d_causal_torch(x, w, b):
    padding = 2
    x = F.pad(x, (padding, 0))
    y = F.conv1d(x, w, b, dilation=1)
    y = y[:, :, :]
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y


@triton.jit
def conv1d_causal_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, L, O, OL, K: tl.constexpr, PADDING: tl.constexpr,
                         DILATION: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr,
                         BLOCK_K: tl.constexpr):
    positions = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = positions // OL
    left = (positions % OL).to(tl.int32) - PADDING
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
        w_ptrs = w_ptr + channels[:, None] * (C * K) + (c * K + tap)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    y = tl.sigmoid(y)
    y = tl.sin(y)
    offsets = (n[None, :] * O + channels[:, None]) * OL + (positions % OL)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    tl.store(y_ptr + offsets, y, mask=(channels[:, None] < O) & (n[None, :] < N))


def conv1d_causal_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    padding = 2
    dilation = 1
    N, C, L = x.shape
    O, _, K = w.shape
    OL = L + padding - dilation * (K - 1)
    y = torch.empty((N, O, OL), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * OL, 128), triton.cdiv(O, block_o))
    conv1d_causal_kernel[grid](x, w, b, y, N, C, L, O, OL, K=K, PADDING=padding, DILATION=dilation, BLOCK_O=block_o,
                               BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


FAMILY = {
    "conv1d_causal_no_bias": {
        "b = torch.randn(O)": "",
        "return x, w, b": "return x, w",
        "(x, w, b)": "(x, w)",
        "F.conv1d(x, w, b": "F.conv1d(x, w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
        "[grid](x, w, b": "[grid](x, w",
    },
    "conv1d_chomped": {  # padded at both ends, then cut at the right
        "x = F.pad(x, (padding, 0))": "",
        "y = F.conv1d(x, w, b, ": "y = F.conv1d(x, w, b, padding=padding, ",
        "y = y[:, :, :]": "y = y[:, :, :-padding]",
    },
}
AXES = [
    {
        "padding1": {"padding = 2": "padding = 1"},
        "padding3": {"padding = 2": "padding = 3"},
        "padding4": {"padding = 2": "padding = 4"},
        "padding6": {"padding = 2": "padding = 6"},
    },
    {
        "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
