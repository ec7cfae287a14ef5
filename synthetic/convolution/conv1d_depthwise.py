"""Depthwise convolution of sequences: every channel of y sees one channel of x only, through a filter of its
own.

There is no matrix product to make of it, and memory is the bound. One program takes BLOCK consecutive
outputs, of whatever channel, and adds one tap of all their windows at a time; the few weights stay in the
cache.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]  # N, C, L, K


def make(N, C, L, K):
    multiplier = 1
    x = torch.randn(N, C, L)
    w = torch.randn(multiplier * C, 1, K) / K ** 0.5
    b = torch.randn(multiplier * C)
    return x, w, b


def conv1d_depthwise_torch(x, w, b):
    x = torch.abs(x)
    y = F.conv1d(x, w, b, stride=1, padding=0, dilation=1, groups=x.shape[1])
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv1d_depthwise_kernel(x_ptr, w_ptr, b_ptr, y_ptr, n_elements, C, L, O, OL, K: tl.constexpr, STRIDE: tl.constexpr,
                            PADDING: tl.constexpr, DILATION: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = (offsets // OL).to(tl.int32)  # of y
    place = (offsets % OL).to(tl.int32)
    left = place * STRIDE - PADDING
    channel = plane % O
    corner = x_ptr + (plane // O * C + channel // (O // C)).to(tl.int64) * L + left
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for tap in tl.static_range(K):
        column = left + tap * DILATION
        inside = mask & (column >= 0) & (column < L)
        x = tl.load(corner + tap * DILATION, mask=inside, other=0.0).to(tl.float32)
        x = tl.abs(x)
        y += x * tl.load(w_ptr + channel * K + tap, mask=mask, other=0.0).to(tl.float32)
    y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv1d_depthwise_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    dilation = 1
    N, C, L = x.shape
    O, _, K = w.shape
    OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1
    y = torch.empty((N, O, OL), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(y.numel(), 512),)
    conv1d_depthwise_kernel[grid](x, w, b, y, y.numel(), C, L, O, OL, K=K, STRIDE=stride, PADDING=padding,
                                  DILATION=dilation, BLOCK=512, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
