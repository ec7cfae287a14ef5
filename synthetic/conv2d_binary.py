"""Convolution of images joined with a second tensor, y = max(conv2d(x, w, b), z): a bias, a scale, a gate, a residual.

One program owns BLOCK_O channels of BLOCK_P pixels; the windows of x are gathered as they are needed. Its sum complete, it
reads what it needs of z: a number for each channel here, one for each place of y in other variants.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]  # N, C, H, W, O, KH, KW


def make(N, C, H, W, O, KH, KW):
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    OH = (H + 2 * padding_h - KH) // stride_h + 1
    OW = (W + 2 * padding_w - KW) // stride_w + 1
    x = torch.randn(N, C, H, W)
    z = torch.randn(O, 1, 1)
    w = torch.randn(O, C, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(O)
    return x, z, w, b


def conv2d_binary_torch(x, z, w, b):
    y = F.conv2d(x, w, b, stride=1, padding=0)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y


@triton.jit
def conv2d_binary_kernel(x_ptr, w_ptr, b_ptr, z_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                         STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, PADDING_H: tl.constexpr, PADDING_W: tl.constexpr,
                         BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_K: tl.constexpr):
    pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = pixels // (OH * OW)
    top = pixels // OW % OH * STRIDE_H - PADDING_H
    left = pixels % OW * STRIDE_W - PADDING_W
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
    z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv2d_binary_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    N, C, H, W = x.shape
    O, _, KH, KW = w.shape
    OH = (H + 2 * padding_h - KH) // stride_h + 1
    OW = (W + 2 * padding_w - KW) // stride_w + 1
    y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, 32))
    conv2d_binary_kernel[grid](x, w, b, z, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE_H=stride_h, STRIDE_W=stride_w,
                               PADDING_H=padding_h, PADDING_W=padding_w, BLOCK_O=32, BLOCK_P=128, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "conv2d_bias_row_binary": {"z = torch.randn(O, 1, 1)": "z = torch.randn(1, O, 1, 1)"},
    "conv2d_full_binary": {
        "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
        "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
    },
    "conv2d_sample_binary": {
        "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, 1, 1)",
        "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
            "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, other=0.0).to(tl.float32)",
    },
    "conv2d_pixel_binary": {
        "z = torch.randn(O, 1, 1)": "z = torch.randn(N, 1, OH, OW)",
        "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
            "z = tl.load(z_ptr + pixels, mask=n < N, other=0.0).to(tl.float32)[None, :]",
    },
    "conv2d_one_binary": {
        "z = torch.randn(O, 1, 1)": "z = torch.randn(1)",
        "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "z = tl.load(z_ptr).to(tl.float32)",
    },
    "conv2d_scalar_binary": {
        "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
        "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "z = tl.load(z_ptr).to(tl.float32)",
    },
}
AXES = [
    {
        "no_bias": {
            "(x, z, w, b)": "(x, z, w)",
            "return x, z, w, b": "return x, z, w",
            "b = torch.randn(O)": "",
            "F.conv2d(x, w, b": "F.conv2d(x, w",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w",
        },
        "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
        "weights_first_no_bias": {
            "(x, z, w, b)": "(x, w, z)",
            "return x, z, w, b": "return x, w, z",
            "b = torch.randn(O)": "",
            "F.conv2d(x, w, b": "F.conv2d(x, w",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w",
        },
        "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
        "residual_first_no_bias": {
            "(x, z, w, b)": "(z, x, w)",
            "return x, z, w, b": "return z, x, w",
            "b = torch.randn(O)": "",
            "F.conv2d(x, w, b": "F.conv2d(x, w",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w",
        },
    },
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    {
        "stride2": {"stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2"},
        "stride3": {"stride=1": "stride=3", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3"},
        "stride": ({"stride=1": "stride=({0}, {1})", "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}"},
                  "21 12 31 13 32 23"),
    },
    {
        "padding1": {", padding=0": ", padding=1", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1"},
        "padding2": {", padding=0": ", padding=2", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2"},
        "padding3": {", padding=0": ", padding=3", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 3, 3"},
        "padding": ({", padding=0": ", padding=({0}, {1})", "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}"},
                   "10 01 12 21 20 02 13 31"),
        "same3": {
            "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": "[(1, 1, 3, 4, 1, 3, 3), (2, 9, 7, 11, 5, 3, 3)]",
            ", padding=0": ", padding=1",
            "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1",
        },
        "same5": {
            "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": "[(1, 1, 4, 3, 1, 5, 5), (2, 3, 7, 11, 9, 5, 5)]",
            ", padding=0": ", padding=2",
            "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2",
        },
        "pointwise": {
            "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 11, 5, 1, 1)]",
        },
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
