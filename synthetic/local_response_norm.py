"""Local response normalisation of channels whose squares are padded: y = x / (k + alpha * avg_pool3d(s, (n, 1, 1)))^beta.

s, (N, 1, C + n - 1, H, W), holds the squares of x between channels of zeros. One program takes BLOCK consecutive outputs; the
window of a place runs across channels, H * W apart in memory, so that the loads of a block stay side by side.
"""
from harness import run

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


FAMILY = {
    "local_response_norm1d": {
        "[(1, 1, 2, 3), (2, 7, 5, 6), (2, 5, 9, 4)]  # N, C, H, W": "[(1, 1, 3), (2, 7, 5), (2, 5, 36)]  # N, C, L",
        "make(N, C, H, W)": "make(N, C, L)",
        "torch.randn(N, C, H, W)": "torch.randn(N, C, L)",
        "window - 1, H, W)": "window - 1, L)",
        "F.avg_pool3d": "F.avg_pool2d",
        ", 1, 1), stride": ", 1), stride",
    },
    "local_response_norm3d": {
        "[(1, 1, 2, 3), (2, 7, 5, 6), (2, 5, 9, 4)]  # N, C, H, W": "[(1, 1, 2, 3, 4), (2, 7, 3, 2, 5), (2, 5, 2, 4, 3)]  # N, C, D, H, W",
        "make(N, C, H, W)": "make(N, C, D, H, W)",
        "torch.randn(N, C, H, W)": "torch.randn(N, C, D, H, W)",
        "window - 1, H, W)": "window - 1, D, H * W)",
        "y.squeeze(1)": "y.view(x.shape)",
    },
}
AXES = [
    {
        "of": ({"window = 5": "window = {0}", "(5": "({0}"}, "2 3 4 7 9"),
    },
    {
        "alpha": ({"y * 0.0001 + 1.0": "y * 0.{0}{1} + {2}.0"}, "011 051 101 012 022 502"),
        "one": {"y * 0.0001 + 1.0": "y + 1.0"},
        "two": {"y * 0.0001 + 1.0": "y * 0.0001 + 2.0"},
    },
    {
        "half": {"y = y.pow(0.75)": "y = y.pow(0.5)", "y = tl.exp2(tl.log2(y) * 0.75)": "y = tl.sqrt(y)"},
        "once": {"y = y.pow(0.75)": "", "y = tl.exp2(tl.log2(y) * 0.75)": ""},
        "beta": ({"y = y.pow(0.75)": "y = y.pow(0.{0})", "y = tl.exp2(tl.log2(y) * 0.75)": "y = tl.exp2(tl.log2(y) * 0.{0})"}, "6 8 9"),
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
