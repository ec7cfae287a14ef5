"""Convolution joined with its own input, y = max(f(conv2d(g(x), w, b)), x): a residual block, a self-gate.

As many channels and pixels come out as go in, so the numbers of x that a program joins have the places of its numbers of
y; they are still in the L2 cache. g keeps zero, so the padding stays zero.
"""
from harness import run

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


def conv2d_self_torch(x, w, b):
    z = x
    x = torch.abs(x)
    y = F.conv2d(x, w, b, padding=1)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv2d_self_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                       PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr,
                       BLOCK_K: tl.constexpr):
    pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = pixels // (OH * OW)
    top = (pixels // OW % OH).to(tl.int32) - PADDING
    left = (pixels % OW).to(tl.int32) - PADDING
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * H * W) + top * W + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (KH * KW + TAPS - 1) // TAPS

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(tl.cdiv(C, BLOCK_C) * TURNS):
        c = turn // TURNS * BLOCK_C + k % BLOCK_C
        tap = turn % TURNS * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < KH * KW)
        down = tap // KW
        along = tap % KW
        row = top[None, :] + down[:, None]
        column = left[None, :] + along[:, None]
        inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * (H * W) + down * W + along)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        x = tl.abs(x)
        w_ptrs = w_ptr + channels[:, None] * (C * KH * KW) + (c * (KH * KW) + tap)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & (n[None, :] < N)
    offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    y = tl.maximum(y, 0.0)
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv2d_self_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    padding = 1
    N, C, H, W = x.shape
    O, _, KH, KW = w.shape
    OH = H + 2 * padding - KH + 1
    OW = W + 2 * padding - KW + 1
    y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, block_o))
    conv2d_self_kernel[grid](x, w, b, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, PADDING=padding, BLOCK_O=block_o,
                             BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


FAMILY = {
    "conv2d_self_no_bias": {
        "(x, w, b)": "(x, w)",
        "return x, w, b": "return x, w",
        "F.conv2d(x, w, b": "F.conv2d(x, w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
        "[grid](x, w, b": "[grid](x, w",
        "b = torch.randn(C)": "",
    },
}
AXES = [
    ("BINARY+TAIL_XZ", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    {
        "padding0": {
            "[(1, 1, 3, 4, 3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]": "[(1, 1, 3, 4, 1), (2, 3, 7, 8, 1), (3, 9, 5, 6, 1)]",
            "padding=1": "padding=0",
            "    padding = 1": "    padding = 0",
        },
        "padding2": {
            "[(1, 1, 3, 4, 3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]": "[(1, 1, 3, 4, 5), (2, 3, 7, 8, 5), (4, 2, 5, 6, 5)]",
            "padding=1": "padding=2",
            "    padding = 1": "    padding = 2",
        },
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
