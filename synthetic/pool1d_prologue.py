"""Pooling of sequences that are joined from tensors which broadcast, y = f(max_pool1d(max(x, s))): a sum, a scale, a mask before the pool.

One program takes BLOCK consecutive outputs and walks through the taps of all their windows at once. What belongs to a
whole plane is read before the walk, the rest with every tap; nothing is expanded in memory.
"""
from harness import run

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


FAMILY = {
    "avg_pool1d_prologue": {
        "F.max_pool1d": "F.avg_pool1d",
        'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
        'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
        "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / (WINDOW)",
    },
    "avg_pool1d_prologue_exclude": {  # the padding does not count
        "F.max_pool1d": "F.avg_pool1d",
        "ceil_mode=False": "ceil_mode=False, count_include_pad=False",
        'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
        'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
        "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found":
            "count = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)\ny = y / (count)",
    },
    "max_pool1d_prologue_dilated": {
        "ceil_mode=False": "dilation=2",
        "BLOCK: tl.constexpr": "DILATION: tl.constexpr, BLOCK: tl.constexpr",
        "BLOCK=1024": "DILATION=2, BLOCK=1024",
        "place = left + k": "place = left + k * DILATION",
        "span = L + 2 * pad - window": "span = L + 2 * pad - 2 * (window - 1) - 1",
    },
    "max_pool1d_prologue_ceil": {  # a last window that hangs over the end counts, unless it would start in the padding beyond it
        "ceil_mode=False": "ceil_mode=True",
        "OL = span // stride + 1": "OL = min((span - 1) // stride + 2, (L + pad - 1) // stride + 1)",
    },
}
AXES = [
    ("WALK", ("N", "C", "L"), ("n", "c", "place"), (("", {0: "n = plane // C", 1: "c = plane % C"}),), (0, 1), "mask", (), "",
     {"C, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)", "N, C, OL": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
      "1": "tl.load(z_ptr)", "()": "tl.load(z_ptr)"}),
    {
        "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0",
              "window, pad = 3, 1":
                  "window, pad = 2, 0"},
        "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1",
              "window, pad = 3, 1":
                  "window, pad = 2, 1"},
        "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0",
              "window, pad = 3, 1":
                  "window, pad = 3, 0"},
        "k4": {"kernel_size=3, padding=1": "kernel_size=4, padding=0",
              "window, pad = 3, 1":
                  "window, pad = 4, 0"},
        "k4p1": {"kernel_size=3, padding=1": "kernel_size=4, padding=1",
              "window, pad = 3, 1":
                  "window, pad = 4, 1"},
        "k5": {"kernel_size=3, padding=1": "kernel_size=5, padding=0",
              "window, pad = 3, 1":
                  "window, pad = 5, 0"},
        "k5p2": {"kernel_size=3, padding=1": "kernel_size=5, padding=2",
              "window, pad = 3, 1":
                  "window, pad = 5, 2"},
        "k7p3": {"kernel_size=3, padding=1": "kernel_size=7, padding=3",
              "window, pad = 3, 1":
                  "window, pad = 7, 3"},
    },
    {
        "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
        "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
