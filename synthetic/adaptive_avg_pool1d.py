"""Adaptive pooling of a line to O outputs: y[n, c, o] = mean of x[n, c, floor(o L / O) : ceil((o + 1) L / O)].

The windows differ in length by one at most and may overlap by one. One program takes BLOCK consecutive outputs and
walks as many taps as the longest window has; where a window is shorter, its lane sits out the last tap.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 9), (2, 3, 33), (3, 5, 100)]


def make(*shape):
    return (torch.randn(shape),)


def adaptive_avg_pool1d_torch(x):
    x = torch.relu(x)
    y = F.adaptive_avg_pool1d(x, 4)
    y = torch.sigmoid(y)
    return y


@triton.jit
def adaptive_avg_pool1d_kernel(x_ptr, y_ptr, n_elements, length, out_length, longest, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_length
    o = offsets % out_length
    start = o * length // out_length
    end = ((o + 1) * length + out_length - 1) // out_length  # the ceiling of the quotient
    y = tl.zeros((BLOCK,), tl.float32)
    for k in range(0, longest):
        inside = mask & (start + k < end)
        x = tl.load(x_ptr + row * length + start + k, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = y + tl.where(inside, x, 0.0)
    y = y / (end - start)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def adaptive_avg_pool1d_triton(x):
    x = x.contiguous()
    n, channels, length = x.shape
    out_length = 4
    y = x.new_empty(n, channels, out_length)
    longest = triton.cdiv(length, out_length) + 1
    grid = (triton.cdiv(y.numel(), 1024),)
    adaptive_avg_pool1d_kernel[grid](x, y, y.numel(), length, out_length, longest, BLOCK=1024)
    return y


FAMILY = {
    "adaptive_max_pool1d": {
        "F.adaptive_avg_pool1d": "F.adaptive_max_pool1d",
        "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
        "y = y + tl.where(inside, x, 0.0)": 'y = tl.maximum(y, tl.where(inside, x, float("-inf")))',
        "y = y / (end - start)": ""},
}

AXES = [
    {
        "1": {"(x, 4)": "(x, 1)", "out_length = 4": "out_length = 1"},
        "2": {"(x, 4)": "(x, 2)", "out_length = 4": "out_length = 2"},
        "3": {"(x, 4)": "(x, 3)", "out_length = 4": "out_length = 3"},
        "5": {"(x, 4)": "(x, 5)", "out_length = 4": "out_length = 5"},
        "6": {"(x, 4)": "(x, 6)", "out_length = 4": "out_length = 6"},
        "7": {"(x, 4)": "(x, 7)", "out_length = 4": "out_length = 7"},
        "8": {"(x, 4)": "(x, 8)", "out_length = 4": "out_length = 8"},
        "16": {"(x, 4)": "(x, 16)", "out_length = 4": "out_length = 16"},
        "32": {"(x, 4)": "(x, 32)", "out_length = 4": "out_length = 32"},
    },
    {
        "unbatched": {
            "[(1, 1, 9), (2, 3, 33), (3, 5, 100)]": "[(1, 9), (3, 33), (5, 100)]",
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
