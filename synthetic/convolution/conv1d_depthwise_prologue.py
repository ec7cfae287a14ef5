"""Depthwise convolution of sequences that are joined from tensors which broadcast, y = f(conv1d(max(x, s), w,
b, groups=C)).

One program takes BLOCK consecutive outputs, of whatever channel, and adds one tap of all their windows at a
time. What belongs to a whole channel is read before that, the rest with every tap. Zeros are padded to what
comes out of it, so they are put in after it.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]  # N, C, L, K


def make(N, C, L, K):
    multiplier = 1
    stride = 1
    padding = 0
    dilation = 1
    OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1
    O = multiplier * C
    x, s = torch.randn(N, C, L), torch.randn(N, C, 1)
    w = torch.randn(O, 1, K) / (K) ** 0.5
    b = torch.randn(O)
    return x, s, w, b


def conv1d_depthwise_prologue_torch(x, s, w, b):
    v = torch.maximum(x, s)
    y = F.conv1d(v, w, b, stride=1, padding=0, dilation=1, groups=v.shape[1])
    y = torch.sigmoid(y)
    return y


@triton.jit
def conv1d_depthwise_prologue_kernel(x_ptr, s_ptr, w_ptr, b_ptr, y_ptr, n_elements, C, L, O, OL, K: tl.constexpr,
                                     STRIDE: tl.constexpr, PADDING: tl.constexpr, DILATION: tl.constexpr,
                                     BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = (offsets // OL).to(tl.int32)  # of y
    place = (offsets % OL).to(tl.int32)
    left = place * STRIDE - PADDING
    n, channel = plane // O, plane % O
    c = channel // (O // C)
    corner = (n * C + c).to(tl.int64) * L + left
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for tap in tl.static_range(K):
        position = left + tap * DILATION
        inside = mask & (position >= 0) & (position < L)
        places = corner + tap * DILATION
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        v = tl.where(inside, v, 0.0)  # what is padded is the result of all that
        y += v * tl.load(w_ptr + channel * K + tap, mask=mask, other=0.0).to(tl.float32)
    y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv1d_depthwise_prologue_triton(x, s, w, b):
    x, s = x.contiguous(), s.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    dilation = 1
    N, C, L = x.shape
    O, _, K = w.shape
    OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1
    y = torch.empty((N, O, OL), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 512),)
    conv1d_depthwise_prologue_kernel[grid](x, s, w, b, y, y.numel(), C, L, O, OL, K=K, STRIDE=stride, PADDING=padding,
                                           DILATION=dilation, BLOCK=512, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
