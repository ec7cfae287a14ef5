"""Padding of a line with what it holds itself: mirrored, with the last value repeated, or wrapped around.

One program takes BLOCK consecutive outputs. A place beyond an end of x is sent back inside, and then it is a load
like any other.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 8), (2, 3, 33), (5, 12), (3, 5, 100)]


def make(*shape):
    return (torch.randn(shape),)


def pad_reflect_torch(x):
    x = torch.relu(x)
    y = F.pad(x, (1, 2), mode="reflect")
    y = torch.sigmoid(y)
    return y


@triton.jit
def pad_reflect_kernel(x_ptr, y_ptr, n_elements, length, out_length, LEFT: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_length
    at = offsets % out_length - LEFT
    at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))
    x = tl.load(x_ptr + row * length + at, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def pad_reflect_triton(x):
    x = x.contiguous()
    left, right = 1, 2
    *outer, length = x.shape
    y = x.new_empty(*outer, left + length + right)
    grid = (triton.cdiv(y.numel(), 1024),)
    pad_reflect_kernel[grid](x, y, y.numel(), length, left + length + right, LEFT=left, BLOCK=1024)
    return y


FAMILY = {
    "pad_replicate": {'mode="reflect"': 'mode="replicate"',
                      "at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))": "at = tl.minimum(tl.maximum(at, 0), length - 1)"},
    "pad_circular": {'mode="reflect"': 'mode="circular"',
                     "at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))": "at = (at + length) % length"},
}

AXES = [
    {
        "by": ({"(1, 2)": "({0}, {1})", "left, right = 1, 2": "left, right = {0}, {1}"},
               "01 10 11 20 02 22 21 33 03 30 31 24 40 04 05 52 44 16 13 60"),
        "crop_left": ({"(1, 2)": "(-{0}, {1})", "left, right = 1, 2": "left, right = -{0}, {1}"}, "10 20 11 12"),
        "crop_right": ({"(1, 2)": "({0}, -{1})", "left, right = 1, 2": "left, right = {0}, -{1}"}, "01 02 11 21"),
        "crop": ({"(1, 2)": "(-{0}, -{1})", "left, right = 1, 2": "left, right = -{0}, -{1}"}, "11 12"),
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
