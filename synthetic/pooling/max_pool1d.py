"""Max pooling of a line, y[n, c, o] = max over k of x[n, c, o * stride - padding + k * dilation].

One program takes BLOCK consecutive outputs and walks through the taps of all their windows at once: tap k of
neighbouring windows lies STRIDE apart in memory, so the loads of a block stay close together.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 24), (2, 3, 33), (3, 5, 100)]


def make(*shape):
    return (torch.randn(shape),)


def max_pool1d_torch(x):
    x = torch.relu(x)
    y = F.max_pool1d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False)  # (N, C, L)
    y = torch.sigmoid(y)
    return y


@triton.jit
def max_pool1d_kernel(x_ptr, y_ptr, n_elements, length, out_length, KERNEL: tl.constexpr, PADDING: tl.constexpr,
                      STRIDE: tl.constexpr, DILATION: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_length
    start = offsets % out_length * STRIDE - PADDING  # below 0 where the window begins in the padding
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
    for k in tl.static_range(KERNEL):
        at = start + k * DILATION
        inside = mask & (at >= 0) & (at < length)
        x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # Padding must never win, so it becomes -inf here, after every function of x.
        y = tl.maximum(y, tl.where(inside, x, float("-inf")))
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def max_pool1d_triton(x):
    x = x.contiguous()
    n, channels, length = x.shape
    window, padding = 3, 1
    stride = 2
    dilation = 1
    span = length + 2 * padding - dilation * (window - 1) - 1  # how far the window's start can travel
    out_length = span // stride + 1
    y = x.new_empty(n, channels, out_length)
    grid = (triton.cdiv(y.numel(), 1024),)
    max_pool1d_kernel[grid](x, y, y.numel(), length, out_length, KERNEL=window, PADDING=padding, STRIDE=stride,
                            DILATION=dilation, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
