"""Generalised-mean pooling of a plane, y = avg_pool2d(max(x, eps)^p)^(1 / p), with a power p, (1,), that is
learnt.

Between the mean, p = 1, and the maximum, p without end. One program takes BLOCK consecutive outputs and walks
through the taps of all their windows at once; the power of a positive number is exp(p * log(x)), which wants
more than 24 bits.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 4, 5), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C, H, W


def make(*shape):
    return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)


def gem_pool2d_torch(x, p):
    x = x.clamp(min=0.001)
    y = F.avg_pool2d(x.pow(p), kernel_size=3, stride=2)
    y = y.pow(1.0 / p)
    y = torch.sigmoid(y)
    return y


@triton.jit
def gem_pool2d_kernel(x_ptr, p_ptr, y_ptr, n_elements, H, W, OH, OW, WINDOW_H: tl.constexpr, WINDOW_W: tl.constexpr,
                      STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // OW % OH * STRIDE_H
    column = offsets % OW * STRIDE_W
    plane = offsets // (OH * OW)  # one (n, c)
    corner = (plane * H + row) * W + column
    p = tl.load(p_ptr).to(tl.float32)
    total = tl.zeros((BLOCK,), tl.float32)
    for tap in range(WINDOW_H * WINDOW_W):
        x = tl.load(x_ptr + corner + tap // WINDOW_W * W + tap % WINDOW_W, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.001)
        total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)
    y = total / (WINDOW_H * WINDOW_W)
    root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)
    y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def gem_pool2d_triton(x, p):
    x = x.contiguous()
    window_h, window_w = 3, 3
    stride_h, stride_w = 2, 2
    N, C, H, W = x.shape
    OH = (H - window_h) // stride_h + 1
    OW = (W - window_w) // stride_w + 1
    y = x.new_empty(N, C, OH, OW)
    grid = (triton.cdiv(y.numel(), 256),)
    gem_pool2d_kernel[grid](x, p, y, y.numel(), H, W, OH, OW, WINDOW_H=window_h, WINDOW_W=window_w, STRIDE_H=stride_h,
                            STRIDE_W=stride_w, BLOCK=256)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
