"""Convolution joined with its own input, y = max(f(conv2d(x, w, b)), x): a residual block, a self-gate.

As many channels and pixels come out as go in, so the numbers of x that a program joins have the places of its numbers of
y; they are still in the L2 cache.
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
    y = F.conv2d(x, w, b, padding=1)
    y = torch.relu(y)
    z = x
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv2d_self_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                       PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,
                       BLOCK_K: tl.constexpr):
    pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = pixels // (OH * OW)
    top = pixels // OW % OH - PADDING
    left = pixels % OW - PADDING
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    taps = C * KH * KW

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        c = k // (KH * KW)
        row = top[None, :] + (k // KW % KH)[:, None]
        column = left[None, :] + (k % KW)[:, None]
        inside = (row >= 0) & (row < H) & (column >= 0) & (column < W)
        x_ptrs = x_ptr + ((n[None, :] * C + c[:, None]) * H + row) * W + column
        x_mask = (k[:, None] < taps) & (n[None, :] < N) & inside
        x = tl.load(x_ptrs, mask=x_mask, other=0.0).to(tl.float32)
        w_mask = (channels[:, None] < O) & (k[None, :] < taps)
        w = tl.load(w_ptr + channels[:, None] * taps + k[None, :], mask=w_mask, other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & (n[None, :] < N)
    offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]
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
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, 32))
    conv2d_self_kernel[grid](x, w, b, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, PADDING=padding, BLOCK_O=32, BLOCK_P=128,
                             BLOCK_K=32, num_warps=8)
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
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
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
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
