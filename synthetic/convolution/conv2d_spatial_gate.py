"""Convolution of images to one channel that joins every channel of another tensor, y = s * sigmoid(conv2d(x,
w, b)).

A gate for each place, as in spatial attention. One program owns BLOCK_P pixels: a single row of weights makes
no matrix product, so tiles of taps are multiplied and summed. The gate then stays in registers while all
channels of s pass by.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 3, 4, 3), (2, 3, 5, 7, 8, 3), (3, 4, 9, 10, 14, 3)]  # N, C, channels of s, H, W, kernel


def make(N, C, Z, H, W, KERNEL):
    x = torch.randn(N, C, H, W)
    s = torch.randn(N, Z, H, W)
    w = torch.randn(1, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL) ** 0.5
    b = torch.randn(1)
    return x, s, w, b


def conv2d_spatial_gate_torch(x, s, w, b):
    z = F.conv2d(x, w, b, padding=1)
    z = torch.sigmoid(z)
    y = s
    y = torch.maximum(y, z)
    y = torch.relu(y)
    return y


@triton.jit
def gate(z):
    """A function of its own, so that its names are not those of the loop over the channels: there they are blocks of another shape."""
    z = tl.sigmoid(z)
    return z


@triton.jit
def conv2d_spatial_gate_kernel(x_ptr, s_ptr, w_ptr, b_ptr, y_ptr, N, C, Z, H, W, KH: tl.constexpr, KW: tl.constexpr,
                               PADDING: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_K: tl.constexpr, BLOCK_Z: tl.constexpr):
    pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = pixels // (H * W)
    top = pixels // W % H - PADDING
    left = pixels % W - PADDING
    taps = C * KH * KW

    z = tl.zeros((BLOCK_P,), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        c = k // (KH * KW)
        row = top[None, :] + (k // KW % KH)[:, None]
        column = left[None, :] + (k % KW)[:, None]
        inside = (row >= 0) & (row < H) & (column >= 0) & (column < W)
        x_ptrs = x_ptr + ((n[None, :] * C + c[:, None]) * H + row) * W + column
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=(k[:, None] < taps) & (n[None, :] < N) & inside, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + k, mask=k < taps, other=0.0).to(tl.float32)
        z += tl.sum(w[:, None] * x, axis=0)

    z += tl.load(b_ptr).to(tl.float32)
    z = gate(z)[None, :]
    for start in range(0, Z, BLOCK_Z):
        channels = start + tl.arange(0, BLOCK_Z).to(tl.int64)
        mask = (channels[:, None] < Z) & (n[None, :] < N)
        offsets = (n[None, :] * Z + channels[:, None]) * (H * W) + (pixels % (H * W))[None, :]
        y = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        y = tl.maximum(y, z)
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + offsets, y, mask=mask)


def conv2d_spatial_gate_triton(x, s, w, b):
    x = x.contiguous()
    s = s.contiguous()
    w = w.contiguous()
    padding = 1
    N, C, H, W = x.shape
    KH, KW = w.shape[2:]
    y = torch.empty_like(s)
    grid = (triton.cdiv(N * H * W, 128),)
    conv2d_spatial_gate_kernel[grid](x, s, w, b, y, N, C, s.shape[1], H, W, KH=KH, KW=KW, PADDING=padding,
                                     BLOCK_P=128, BLOCK_K=32, BLOCK_Z=16, num_warps=8)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
