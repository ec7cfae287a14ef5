"""Pooling of sequences that are joined from tensors which broadcast, y = f(max_pool1d(max(x, s))): a sum, a
scale, a mask before the pool.

One program takes BLOCK consecutive outputs and walks through the taps of all their windows at once. What
belongs to a whole plane is read before the walk, the rest with every tap; nothing is expanded in memory.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 14), (2, 3, 21), (3, 5, 30)]  # N, C, L


def make(N, C, L):
    window, pad = 3, 1
    stride = 2
    span = L + 2 * pad - window
    OL = span // stride + 1
    x, s = torch.randn(N, C, L), torch.randn(N, C, 1)
    return x, s


def pool1d_prologue_torch(x, s):
    v = torch.maximum(x, s)
    y = F.max_pool1d(v, kernel_size=3, padding=1, stride=2, ceil_mode=False)
    y = torch.sigmoid(y)
    return y


@triton.jit
def pool1d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_elements, C, L, OL, WINDOW: tl.constexpr, PAD: tl.constexpr,
                           STRIDE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // OL
    left = offsets % OL * STRIDE - PAD
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
    for k in range(WINDOW):
        place = left + k
        inside = mask & (place >= 0) & (place < L)
        places = plane * L + place
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        # What is padded is the result of all that, so it is put out of play here.
        y = tl.maximum(y, tl.where(inside, v, float("-inf")))
    y = tl.where(mask, y, 0.0)  # beyond the end nothing was found
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pool1d_prologue_triton(x, s):
    x, s = x.contiguous(), s.contiguous()
    N, C, L = x.shape
    window, pad = 3, 1
    stride = 2
    span = L + 2 * pad - window
    OL = span // stride + 1
    y = torch.empty(N, C, OL, dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    pool1d_prologue_kernel[grid](x, s, y, y.numel(), C, L, OL, WINDOW=window, PAD=pad, STRIDE=stride, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
