"""Cyclic shift along one dimension, y[..., i, ...] = x[..., (i - shift) mod size, ...].

One program takes BLOCK consecutive outputs. An offset of y is split at the dimension into outer, place and inner. The
shift is brought into [0, size) on the host, so that no remainder of a negative number is taken in the kernel.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]


def make(*shape):
    return (torch.randn(shape),)


def roll_torch(x):
    x = torch.relu(x)
    y = torch.roll(x, shifts=1, dims=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def roll_kernel(x_ptr, y_ptr, n_elements, size, inner, shift, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (size * inner)
    place = offsets // inner % size
    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def roll_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size, inner = x.shape[1], x.stride(1)
    shift = 1 % size
    grid = (triton.cdiv(x.numel(), 1024),)
    roll_kernel[grid](x, y, x.numel(), size, inner, shift, BLOCK=1024)
    return y


FAMILY = {
    "roll_flat": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2,), (40,), (5, 33), (2, 3, 33), (2, 3, 4, 7)]", ", dims=1": "",
                  "x.shape[1], x.stride(1)": "x.numel(), 1"},
    "roll1d": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2,), (40,)]", "dims=1": "dims=0", "x.shape[1], x.stride(1)": "x.shape[0], 1"},
    "roll4d_first": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2, 1, 1, 1), (4, 3, 5, 33)]",
                     "dims=1": "dims=0", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
    "roll4d_channels": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 2, 1, 1), (2, 6, 5, 33)]"},
    "roll3d_dim0": {"dims=1": "dims=0", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
    "roll3d_last": {"dims=1": "dims=-1", "x.shape[1], x.stride(1)": "x.shape[2], 1"},
    "roll2d_dim0": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]", "dims=1": "dims=0",
                    "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
    "roll2d_last": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                    "x.shape[1], x.stride(1)": "x.shape[1], 1"},
    "roll4d_rows": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 2, 20, 7)]",
                    "dims=1": "dims=2", "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)"},
    "roll4d_columns": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 2, 20, 7)]",
                       "dims=1": "dims=3", "x.shape[1], x.stride(1)": "x.shape[3], 1"},
}

AXES = [
    {
        "by2": {"shifts=1": "shifts=2", "shift = 1": "shift = 2"},
        "by3": {"shifts=1": "shifts=3", "shift = 1": "shift = 3"},
        "by4": {"shifts=1": "shifts=4", "shift = 1": "shift = 4"},
        "by7": {"shifts=1": "shifts=7", "shift = 1": "shift = 7"},
        "back1": {"shifts=1": "shifts=-1", "shift = 1": "shift = -1"},
        "back2": {"shifts=1": "shifts=-2", "shift = 1": "shift = -2"},
        "back3": {"shifts=1": "shifts=-3", "shift = 1": "shift = -3"},
        "back5": {"shifts=1": "shifts=-5", "shift = 1": "shift = -5"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
