"""Average pooling of a line, y[n, c, o] = mean over k of x[n, c, o * stride - padding + k].

One program takes BLOCK consecutive outputs and walks through the taps of all their windows at once. What the sum is
divided by is the subtle part: the padding counts as zeros that were there, or does not count at all.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 12), (2, 3, 33), (3, 5, 100)]


def make(*shape):
    return (torch.randn(shape),)


def avg_pool1d_torch(x):
    x = torch.relu(x)
    y = F.avg_pool1d(x, kernel_size=3, padding=1, stride=2, ceil_mode=False, count_include_pad=True)  # (N, C, L)
    y = torch.sigmoid(y)
    return y


@triton.jit
def avg_pool1d_kernel(x_ptr, y_ptr, n_elements, length, out_length, KERNEL: tl.constexpr, PADDING: tl.constexpr,
                      STRIDE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_length
    start = offsets % out_length * STRIDE - PADDING  # below 0 where the window begins in the padding
    total = tl.zeros((BLOCK,), tl.float32)
    for k in tl.static_range(KERNEL):
        at = start + k
        inside = mask & (at >= 0) & (at < length)
        x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # The function of a padded zero need not be zero, so the mask comes after it.
        total += tl.where(inside, x, 0.0)
    y = total / KERNEL
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def avg_pool1d_triton(x):
    x = x.contiguous()
    n, channels, length = x.shape
    window, padding = 3, 1
    stride = 2
    span = length + 2 * padding - window  # how far the window's start can travel
    out_length = span // stride + 1
    y = x.new_empty(n, channels, out_length)
    grid = (triton.cdiv(y.numel(), 1024),)
    avg_pool1d_kernel[grid](x, y, y.numel(), length, out_length, KERNEL=window, PADDING=padding, STRIDE=stride, BLOCK=1024)
    return y


# How much of a window counts: with ceil_mode the last one hangs over the end, and never counts what lies beyond the padding.
FAMILY = {
    "avg_pool1d_ceil": {
        "ceil_mode=False": "ceil_mode=True",
        "y = total / KERNEL": "y = total / (tl.minimum(start + KERNEL, length + PADDING) - start)",
        "out_length = span // stride + 1": "out_length = min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, stride))"},
    "avg_pool1d_exclude": {
        "count_include_pad=True": "count_include_pad=False",
        "y = total / KERNEL": "y = total / (tl.minimum(start + KERNEL, length) - tl.maximum(start, 0))"},
    "avg_pool1d_exclude_ceil": {
        "ceil_mode=False": "ceil_mode=True",
        "count_include_pad=True": "count_include_pad=False",
        "y = total / KERNEL": "y = total / (tl.minimum(start + KERNEL, length) - tl.maximum(start, 0))",
        "out_length = span // stride + 1": "out_length = min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, stride))"},
}

AXES = [
    {
        "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0", "window, padding = 3, 1": "window, padding = 2, 0"},
        "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1", "window, padding = 3, 1": "window, padding = 2, 1"},
        "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0", "window, padding = 3, 1": "window, padding = 3, 0"},
        "k4": {"kernel_size=3, padding=1": "kernel_size=4, padding=0", "window, padding = 3, 1": "window, padding = 4, 0"},
        "k4p1": {"kernel_size=3, padding=1": "kernel_size=4, padding=1", "window, padding = 3, 1": "window, padding = 4, 1"},
        "k4p2": {"kernel_size=3, padding=1": "kernel_size=4, padding=2", "window, padding = 3, 1": "window, padding = 4, 2"},
        "k5": {"kernel_size=3, padding=1": "kernel_size=5, padding=0", "window, padding = 3, 1": "window, padding = 5, 0"},
        "k5p1": {"kernel_size=3, padding=1": "kernel_size=5, padding=1", "window, padding = 3, 1": "window, padding = 5, 1"},
        "k5p2": {"kernel_size=3, padding=1": "kernel_size=5, padding=2", "window, padding = 3, 1": "window, padding = 5, 2"},
        "k6": {"kernel_size=3, padding=1": "kernel_size=6, padding=0", "window, padding = 3, 1": "window, padding = 6, 0"},
        "k6p3": {"kernel_size=3, padding=1": "kernel_size=6, padding=3", "window, padding = 3, 1": "window, padding = 6, 3"},
        "k7": {"kernel_size=3, padding=1": "kernel_size=7, padding=0", "window, padding = 3, 1": "window, padding = 7, 0"},
        "k7p3": {"kernel_size=3, padding=1": "kernel_size=7, padding=3", "window, padding = 3, 1": "window, padding = 7, 3"},
        "k8": {"kernel_size=3, padding=1": "kernel_size=8, padding=0", "window, padding = 3, 1": "window, padding = 8, 0"},
        "k8p4": {"kernel_size=3, padding=1": "kernel_size=8, padding=4", "window, padding = 3, 1": "window, padding = 8, 4"},
    },
    {
        "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
        "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
        "s4": {"stride=2": "stride=4", "stride = 2": "stride = 4"},
        "s5": {"stride=2": "stride=5", "stride = 2": "stride = 5"},
    },
    {
        "rows": {  # of a product, say, each pooled as the one channel of a sample
            "[(1, 1, 12), (2, 3, 33), (3, 5, 100)]": "[(1, 1, 12), (2, 1, 33), (3, 1, 100)]",
            "  # (N, C, L)": ".squeeze(1)  # (N, L)",
            "n, channels, length = x.shape": "n, _, length = x.shape",
            "x.new_empty(n, channels, out_length": "x.new_empty(n, out_length",
        },
        "unbatched": {
            "[(1, 1, 12), (2, 3, 33), (3, 5, 100)]": "[(1, 12), (3, 33), (5, 100)]",
            "n, channels, length = x.shape": "channels, length = x.shape",
            "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length",
        },
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
