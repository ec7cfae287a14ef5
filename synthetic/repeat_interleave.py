"""Repetition of every element along one dimension: y[..., i, ...] = x[..., i // repeats, ...].

One program takes BLOCK consecutive outputs. An offset of y is split at the dimension into outer, place and inner.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]


def make(*shape):
    return (torch.randn(shape),)


def repeat_interleave_torch(x):
    x = torch.relu(x)
    y = torch.repeat_interleave(x, 2, dim=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def repeat_interleave_kernel(x_ptr, y_ptr, n_elements, size, inner, REPEATS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (size * REPEATS * inner)
    place = offsets // inner % (size * REPEATS) // REPEATS
    source = (outer * size + place) * inner + offsets % inner
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def repeat_interleave_triton(x):
    x = x.contiguous()
    repeats = 2
    y = x.new_empty(x.shape[0], x.shape[1] * repeats, x.shape[2])
    grid = (triton.cdiv(y.numel(), 1024),)
    repeat_interleave_kernel[grid](x, y, y.numel(), x.shape[1], x.stride(1), REPEATS=repeats, BLOCK=1024)
    return y


FAMILY = {
    "repeat_interleave1d": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2,), (40,)]", "dim=1": "dim=0",
                            "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats",
                            "x.shape[1], x.stride(1)": "x.shape[0], 1"},
    "repeat_interleave4d_first": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2, 1, 1, 1), (4, 3, 5, 33)]", "dim=1": "dim=0",
                                  "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats, *x.shape[1:]",
                                  "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
    "repeat_interleave4d_rows": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 2, 1), (2, 3, 5, 33)]", "dim=1": "dim=2",
                                 "x.shape[0], x.shape[1] * repeats, x.shape[2]": "*x.shape[:2], x.shape[2] * repeats, x.shape[3]",
                                 "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)"},
    "repeat_interleave4d_columns": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 1, 2), (2, 3, 5, 33)]", "dim=1": "dim=3",
                                    "x.shape[0], x.shape[1] * repeats, x.shape[2]": "*x.shape[:3], x.shape[3] * repeats",
                                    "x.shape[1], x.stride(1)": "x.shape[3], 1"},
    "repeat_interleave3d_dim0": {"dim=1": "dim=0",
                                 "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats, x.shape[1], x.shape[2]",
                                 "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
    "repeat_interleave3d_last": {"dim=1": "dim=-1",
                                 "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0], x.shape[1], x.shape[2] * repeats",
                                 "x.shape[1], x.stride(1)": "x.shape[2], 1"},
    "repeat_interleave2d_dim0": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]", "dim=1": "dim=0",
                                 "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats, x.shape[1]",
                                 "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
    "repeat_interleave2d_last": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                                 "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0], x.shape[1] * repeats",
                                 "x.shape[1], x.stride(1)": "x.shape[1], 1"},
    "repeat_interleave4d_heads": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 1, 1), (2, 3, 2, 33), (2, 2, 20, 7)]",
                                  "x.shape[0], x.shape[1] * repeats, x.shape[2]":
                                      "x.shape[0], x.shape[1] * repeats, x.shape[2], x.shape[3]"},
}

AXES = [
    {
        "x3": {"(x, 2,": "(x, 3,", "repeats = 2": "repeats = 3"},
        "x4": {"(x, 2,": "(x, 4,", "repeats = 2": "repeats = 4"},
        "x5": {"(x, 2,": "(x, 5,", "repeats = 2": "repeats = 5"},
        "x8": {"(x, 2,": "(x, 8,", "repeats = 2": "repeats = 8"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
