"""Transposed convolution of images joined with a second tensor, y = max(conv_transpose2d(x, w, b), z): a bias, a scale, a gate, a residual.

One program owns BLOCK_O channels of BLOCK_P pixels; each output gathers the inputs that reach it through one of its taps. Its sum complete, it
reads what it needs of z: a number for each channel here, one for each place of y in other variants.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 4, 1, 3, 3), (2, 3, 7, 11, 5, 4, 2), (3, 9, 4, 5, 6, 3, 2)]  # N, C, H, W, O, KH, KW


def make(N, C, H, W, O, KH, KW):
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    more_h, more_w = 0, 0  # output_padding
    OH = (H - 1) * stride_h - 2 * padding_h + KH + more_h
    OW = (W - 1) * stride_w - 2 * padding_w + KW + more_w
    x = torch.randn(N, C, H, W)
    z = torch.randn(O, 1, 1)
    w = torch.randn(C, O, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(O)
    return x, z, w, b


def conv_transpose2d_binary_torch(x, z, w, b):
    y = F.conv_transpose2d(x, w, b, stride=1, padding=0, output_padding=0)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y


@triton.jit
def conv_transpose2d_binary_kernel(x_ptr, w_ptr, b_ptr, z_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr,
                                   KW: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, PADDING_H: tl.constexpr,
                                   PADDING_W: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,
                                   BLOCK_K: tl.constexpr):
    pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = pixels // (OH * OW)
    bottom = pixels // OW % OH + PADDING_H
    right = pixels % OW + PADDING_W
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    taps = C * KH * KW

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        c = k // (KH * KW)
        down = bottom[None, :] - (k // KW % KH)[:, None]
        along = right[None, :] - (k % KW)[:, None]
        row = down // STRIDE_H
        column = along // STRIDE_W
        inside = (down >= 0) & (along >= 0) & (row < H) & (column < W) & (down % STRIDE_H == 0) & (along % STRIDE_W == 0)
        x_ptrs = x_ptr + ((n[None, :] * C + c[:, None]) * H + row) * W + column
        x_mask = (k[:, None] < taps) & (n[None, :] < N) & inside
        x = tl.load(x_ptrs, mask=x_mask, other=0.0).to(tl.float32)
        w_mask = (channels[:, None] < O) & (k[None, :] < taps)
        w_ptrs = w_ptr + (c[None, :] * O + channels[:, None]) * (KH * KW) + (k % (KH * KW))[None, :]
        w = tl.load(w_ptrs, mask=w_mask, other=0.0).to(tl.float32)
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


def conv_transpose2d_binary_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    more_h, more_w = 0, 0  # output_padding
    N, C, H, W = x.shape
    _, O, KH, KW = w.shape
    OH = (H - 1) * stride_h - 2 * padding_h + KH + more_h
    OW = (W - 1) * stride_w - 2 * padding_w + KW + more_w
    y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, 32))
    conv_transpose2d_binary_kernel[grid](x, w, b, z, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE_H=stride_h,
                                         STRIDE_W=stride_w, PADDING_H=padding_h, PADDING_W=padding_w, BLOCK_O=32, BLOCK_P=128,
                                         BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "conv_transpose2d_bias_row_binary": {"z = torch.randn(O, 1, 1)": "z = torch.randn(1, O, 1, 1)"},
    "conv_transpose2d_full_binary": {
        "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
        "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
    },
    "conv_transpose2d_sample_binary": {
        "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, 1, 1)",
        "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
            "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, other=0.0).to(tl.float32)",
    },
    "conv_transpose2d_pixel_binary": {
        "z = torch.randn(O, 1, 1)": "z = torch.randn(N, 1, OH, OW)",
        "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
            "z = tl.load(z_ptr + pixels, mask=n < N, other=0.0).to(tl.float32)[None, :]",
    },
    "conv_transpose2d_one_binary": {
        "z = torch.randn(O, 1, 1)": "z = torch.randn(1)",
        "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "z = tl.load(z_ptr).to(tl.float32)",
    },
    "conv_transpose2d_scalar_binary": {
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
            "F.conv_transpose2d(x, w, b": "F.conv_transpose2d(x, w",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w",
        },
        "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
        "weights_first_no_bias": {
            "(x, z, w, b)": "(x, w, z)",
            "return x, z, w, b": "return x, w, z",
            "b = torch.randn(O)": "",
            "F.conv_transpose2d(x, w, b": "F.conv_transpose2d(x, w",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w",
        },
        "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
        "residual_first_no_bias": {
            "(x, z, w, b)": "(z, x, w)",
            "return x, z, w, b": "return z, x, w",
            "b = torch.randn(O)": "",
            "F.conv_transpose2d(x, w, b": "F.conv_transpose2d(x, w",
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
        "stride2_more": {
            "stride=1": "stride=2",
            "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2",
            "output_padding=0": "output_padding=1",
            "more_h, more_w = 0, 0": "more_h, more_w = 1, 1",
        },
        "more": ({"stride=1": "stride=({0}, {1})", "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}",
                  "output_padding=0": "output_padding=({2}, {3})", "more_h, more_w = 0, 0": "more_h, more_w = {2}, {3}"},
                 "2110 2201 2312 2210 3221 1201"),
        "stride4": {"stride=1": "stride=4", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 4, 4"},
    },
    {
        "padding1": {", padding=0": ", padding=1", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1"},
        "padding2": {", padding=0": ", padding=2", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2"},
        "padding": ({", padding=0": ", padding=({0}, {1})", "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}"},
                   "10 01 12 21 20 02 13 31"),
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
