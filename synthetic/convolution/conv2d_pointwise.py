"""Convolution with a 1 x 1 kernel, y[n] = w @ x[n] + b: the channels of each pixel are mixed, pixels are not.

An image is a (C, H * W) matrix already, so this is a matrix product with no gathering at all. One program
owns a tile of (channels, pixels) of one image.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1), (2, 5, 3, 7, 4), (2, 40, 6, 12, 33)]  # N, C, H, W, O


def make(N, C, H, W, O):
    return torch.randn(N, C, H, W), torch.randn(O, C, 1, 1) / C ** 0.5, torch.randn(O)


def conv2d_pointwise_torch(x, w, b):
    y = F.conv2d(x, w, b)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv2d_pointwise_kernel(x_ptr, w_ptr, b_ptr, y_ptr, C, P, O,
                            BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr):
    tiles_p = tl.cdiv(P, BLOCK_P)
    pid = tl.program_id(0).to(tl.int64)
    n = pid // tiles_p
    pixels = pid % tiles_p * BLOCK_P + tl.arange(0, BLOCK_P)
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for start in range(0, C, BLOCK_C):
        c = start + tl.arange(0, BLOCK_C)
        w_mask = (channels[:, None] < O) & (c[None, :] < C)
        x_mask = (c[:, None] < C) & (pixels[None, :] < P)
        w = tl.load(w_ptr + channels[:, None] * C + c[None, :], mask=w_mask, other=0.0).to(tl.float32)
        x = tl.load(x_ptr + (n * C + c[:, None]) * P + pixels[None, :], mask=x_mask, other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_C)
    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y_ptrs = y_ptr + (n * O + channels[:, None]) * P + pixels[None, :]
    tl.store(y_ptrs, y, mask=(channels[:, None] < O) & (pixels[None, :] < P))


def conv2d_pointwise_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    N, C, H, W = x.shape
    O = w.shape[0]
    y = torch.empty((N, O, H, W), device=x.device, dtype=x.dtype)
    grid = (N * triton.cdiv(H * W, 64), triton.cdiv(O, 64))
    conv2d_pointwise_kernel[grid](x, w, b, y, C, H * W, O, BLOCK_O=64, BLOCK_P=64, BLOCK_C=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
