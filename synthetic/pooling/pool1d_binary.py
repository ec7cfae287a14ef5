"""Pooling of a sequence joined with a second tensor, y = sin(max(f(max_pool1d(x)), z)): a bias or a scale for
each channel, a residual.

One program takes BLOCK consecutive outputs, walks through the taps of all their windows at once, and then
reads what it needs of z: a number for each channel here.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 8), (2, 3, 21), (3, 5, 30)]  # N, C, L


def make(N, C, L):
    window, stride, padding = 2, 2, 0
    OL = (L + 2 * padding - window) // stride + 1
    x = torch.randn(N, C, L)
    z = torch.randn(C, 1)
    return x, z


def pool1d_binary_torch(x, z):
    x = torch.relu(x)
    y = F.max_pool1d(x, kernel_size=2, stride=2, padding=0)
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return y


@triton.jit
def pool1d_binary_kernel(x_ptr, z_ptr, y_ptr, n_elements, C, L, OL, WINDOW: tl.constexpr, STRIDE: tl.constexpr,
                         PADDING: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    left = offsets % OL * STRIDE - PADDING
    plane = offsets // OL  # one (n, c)
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
    for tap in range(WINDOW):
        place = left + tap
        inside = mask & (place >= 0) & (place < L)
        x = tl.load(x_ptr + plane * L + place, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # What lies outside must never count, so it is put out of play here, after every function of x.
        y = tl.maximum(y, tl.where(inside, x, float("-inf")))
    y = tl.where(mask, y, 0.0)  # beyond the end nothing was found
    y = tl.sigmoid(y)
    z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pool1d_binary_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    window, stride, padding = 2, 2, 0
    N, C, L = x.shape
    OL = (L + 2 * padding - window) // stride + 1
    y = x.new_empty(N, C, OL)
    grid = (triton.cdiv(y.numel(), 1024),)
    pool1d_binary_kernel[grid](x, z, y, y.numel(), C, L, OL, WINDOW=window, STRIDE=stride, PADDING=padding, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
