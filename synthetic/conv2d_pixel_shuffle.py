"""Convolution with its channels shuffled into pixels, y = pixel_shuffle(f(conv2d(x, w, b)), 2): sub-pixel upsampling.

One program owns BLOCK_O channels of BLOCK_P pixels, as in any convolution; only where it writes each number differs.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 8, 2, 3, 2), (3, 5, 5, 6, 3, 2, 3)]  # N, C, H, W, O after the shuffle, KH, KW


def make(N, C, H, W, O, KH, KW):
    factor = 2
    x = torch.randn(N, C, H, W)
    w = torch.randn(O * factor ** 2, C, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(O * factor ** 2)
    return x, w, b


def conv2d_pixel_shuffle_torch(x, w, b):
    factor = 2
    y = F.conv2d(x, w, b, stride=1, padding=0)
    y = torch.relu(y)
    y = F.pixel_shuffle(y, factor)
    return y


@triton.jit
def conv2d_pixel_shuffle_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                                STRIDE: tl.constexpr, PADDING: tl.constexpr, FACTOR: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,
                                BLOCK_K: tl.constexpr):
    pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = pixels // (OH * OW)
    top = pixels // OW % OH * STRIDE - PADDING
    left = pixels % OW * STRIDE - PADDING
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
    y = tl.maximum(y, 0.0)
    # Channel c * FACTOR ** 2 + i * FACTOR + j of a pixel becomes place (i, j) of a square of pixels of channel c.
    c, i, j = channels // (FACTOR * FACTOR), channels // FACTOR % FACTOR, channels % FACTOR
    row = (pixels // OW % OH * FACTOR)[None, :] + i[:, None]
    column = (pixels % OW * FACTOR)[None, :] + j[:, None]
    offsets = ((n[None, :] * (O // (FACTOR * FACTOR)) + c[:, None]) * (OH * FACTOR) + row) * (OW * FACTOR) + column
    tl.store(y_ptr + offsets, y, mask=mask)


def conv2d_pixel_shuffle_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    factor = 2
    N, C, H, W = x.shape
    O, _, KH, KW = w.shape
    OH = (H + 2 * padding - KH) // stride + 1
    OW = (W + 2 * padding - KW) // stride + 1
    y = torch.empty((N, O // factor ** 2, factor * OH, factor * OW), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, 32))
    conv2d_pixel_shuffle_kernel[grid](x, w, b, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,
                                      FACTOR=factor, BLOCK_O=32, BLOCK_P=128, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "conv2d_pixel_shuffle_no_bias": {
        "(x, w, b)": "(x, w)",
        "return x, w, b": "return x, w",
        "F.conv2d(x, w, b": "F.conv2d(x, w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
        "[grid](x, w, b": "[grid](x, w",
        "b = torch.randn(O * factor ** 2)": "",
    },
}
AXES = [
    {
        "factor3": {"factor = 2": "factor = 3"},
        "factor4": {"factor = 2": "factor = 4"},
    },
    {
        "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
    },
    {
        "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
        "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
