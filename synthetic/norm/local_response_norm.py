"""Local response normalisation of channels whose squares are padded: y = x / (k + alpha * avg_pool3d(s, (n,
1, 1)))^beta.

s, (N, 1, C + n - 1, H, W), holds the squares of x between channels of zeros. One program takes BLOCK
consecutive outputs; the window of a place runs across channels, H * W apart in memory, so that the loads of a
block stay side by side.
"""

from python_to_triton.verification.exemplar import run

import math

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3), (2, 7, 5, 6), (2, 5, 9, 4)]  # N, C, H, W


def make(N, C, H, W):
    window = 5
    x = torch.randn(N, C, H, W)
    s = torch.rand(N, 1, C + window - 1, H, W)
    return x, s


def local_response_norm_torch(x, s):
    y = F.avg_pool3d(s, kernel_size=(5, 1, 1), stride=1)
    y = y.squeeze(1)
    y = y * 0.0001 + 1.0
    y = y.pow(0.75)
    y = x / y
    y = torch.sigmoid(y)
    return y


@triton.jit
def local_response_norm_kernel(x_ptr, s_ptr, y_ptr, n_elements, C, AREA, WINDOW: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    n = offsets // (C * AREA)
    start = offsets + n * (WINDOW - 1) * AREA  # an image of s has that many channels more
    total = tl.zeros((BLOCK,), tl.float32)
    for tap in tl.static_range(WINDOW):
        total += tl.load(s_ptr + start + tap * AREA, mask=mask, other=0.0).to(tl.float32)
    y = total / WINDOW
    y = y * 0.0001 + 1.0
    y = tl.exp2(tl.log2(y) * 0.75)
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x / y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def local_response_norm_triton(x, s):
    x = x.contiguous()
    s = s.contiguous()
    window = 5
    y = torch.empty_like(x)
    channels, area = x.shape[1], math.prod(x.shape[2:])
    grid = (triton.cdiv(y.numel(), 1024),)
    local_response_norm_kernel[grid](x, s, y, y.numel(), channels, area, WINDOW=window, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
