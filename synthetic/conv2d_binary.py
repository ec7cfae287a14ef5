"""Convolution joined with a second tensor, y = max(conv2d(x, w, b), z): a residual, a gate, a scale for each channel.

One program owns BLOCK_O channels of BLOCK_P pixels; its sum complete, it reads the matching part of z. A dimension
that z lacks has stride 0, so one kernel serves every broadcast.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 4, 1, 1), (2, 3, 7, 8, 5, 3), (3, 9, 5, 6, 4, 2)]  # N, C, OH, OW, O, kernel


def make(N, C, OH, OW, O, KERNEL):
    return (torch.randn(N, C, OH + KERNEL - 1, OW + KERNEL - 1),
            torch.randn(O, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL) ** 0.5, torch.randn(O), torch.randn(N, O, OH, OW))


def conv2d_binary_torch(x, w, b, z):
    y = F.conv2d(x, w, b)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv2d_binary_kernel(x_ptr, w_ptr, b_ptr, z_ptr, y_ptr, N, C, H, W, O, OH, OW, stride_zn, stride_zo, stride_zh,
                         stride_zw, KH: tl.constexpr, KW: tl.constexpr,
                         BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_K: tl.constexpr):
    pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = pixels // (OH * OW)
    top = pixels // OW % OH
    left = pixels % OW
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    taps = C * KH * KW

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        # Without padding no window leaves the image: the only masks are those of the tile.
        row = top[None, :] + (k // KW % KH)[:, None]
        column = left[None, :] + (k % KW)[:, None]
        x_ptrs = x_ptr + ((n[None, :] * C + (k // (KH * KW))[:, None]) * H + row) * W + column
        x = tl.load(x_ptrs, mask=(k[:, None] < taps) & (n[None, :] < N), other=0.0).to(tl.float32)
        w_mask = (channels[:, None] < O) & (k[None, :] < taps)
        w = tl.load(w_ptr + channels[:, None] * taps + k[None, :], mask=w_mask, other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    mask = (channels[:, None] < O) & (n[None, :] < N)
    z_ptrs = z_ptr + channels[:, None] * stride_zo + (n * stride_zn + top * stride_zh + left * stride_zw)[None, :]
    z = tl.load(z_ptrs, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + (n[None, :] * O + channels[:, None]) * OH * OW + (pixels % (OH * OW))[None, :], y, mask=mask)


def conv2d_binary_triton(x, w, b, z):
    x = x.contiguous()
    w = w.contiguous()
    stride_zn, stride_zo, stride_zh, stride_zw = z.stride()
    N, C, H, W = x.shape
    O, _, KH, KW = w.shape
    OH = H - KH + 1
    OW = W - KW + 1
    y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, 32))
    conv2d_binary_kernel[grid](x, w, b, z, y, N, C, H, W, O, OH, OW, stride_zn, stride_zo, stride_zh, stride_zw,
                               KH=KH, KW=KW, BLOCK_O=32, BLOCK_P=128, BLOCK_K=32, num_warps=4)
    return y


FAMILY = {
    "conv2d_channel_binary": {
        "torch.randn(N, O, OH, OW)": "torch.randn(O, 1, 1)",
        "stride_zn, stride_zo, stride_zh, stride_zw = z.stride()": "stride_zn, stride_zo, stride_zh, stride_zw = 0, z.stride(0), 0, 0",
    },
    "conv2d_sample_binary": {
        "torch.randn(N, O, OH, OW)": "torch.randn(N, O, 1, 1)",
        "stride_zn, stride_zo, stride_zh, stride_zw = z.stride()":
            "stride_zn, stride_zo, stride_zh, stride_zw = z.stride(0), z.stride(1), 0, 0",
    },
    "conv2d_pixel_binary": {
        "torch.randn(N, O, OH, OW)": "torch.randn(N, 1, OH, OW)",
        "stride_zn, stride_zo, stride_zh, stride_zw = z.stride()":
            "stride_zn, stride_zo, stride_zh, stride_zw = z.stride(0), 0, z.stride(2), z.stride(3)",
    },
}
AXES = [
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
