"""One place of a dimension, y[i, k] = x[i, INDEX, k].

One program takes BLOCK consecutive outputs. An offset of y is split into outer and inner, and the place goes between.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]


def make(*shape):
    return (torch.randn(shape),)


def select_place_torch(x):
    y = x[:, 3]
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def select_place_kernel(x_ptr, y_ptr, n_elements, size, inner, index, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    y = tl.load(x_ptr + (offsets // inner * size + index) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def select_place_triton(x):
    x = x.contiguous()
    size, inner = x.shape[1], x.stride(1)
    index = 3 % size  # a place counted from the end becomes one counted from the start
    y = x.new_empty(x.shape[0], x.shape[2])
    grid = (triton.cdiv(y.numel(), 1024),)
    select_place_kernel[grid](x, y, y.numel(), size, inner, index, BLOCK=1024)
    return y


FAMILY = {
    "select3d_dim0": {"CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(5, 1, 1), (6, 2, 33), (20, 5, 9)]", "x[:, ": "x[",
                      "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)", "(x.shape[0], x.shape[2])": "(x.shape[1], x.shape[2])"},
    "select3d_last": {"CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(1, 1, 5), (2, 33, 6), (5, 9, 20)]", "x[:, ": "x[:, :, ",
                      "x.shape[1], x.stride(1)": "x.shape[2], 1", "(x.shape[0], x.shape[2])": "(x.shape[0], x.shape[1])"},
    "select2d_dim0": {"CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(5, 1), (6, 33), (20, 90)]", "x[:, ": "x[",
                      "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)", "(x.shape[0], x.shape[2])": "(x.shape[1])"},
    "select2d_last": {"CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(1, 5), (33, 6), (90, 20)]",
                      "x.shape[1], x.stride(1)": "x.shape[1], 1", "(x.shape[0], x.shape[2])": "(x.shape[0])"},
    "select4d_channel": {"CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(1, 5, 1, 1), (2, 6, 3, 11), (1, 7, 20, 9)]",
                         "(x.shape[0], x.shape[2])": "(x.shape[0], x.shape[2], x.shape[3])"},
}

AXES = [
    {
        "0": {"3]": "0]", "index = 3": "index = 0"},
        "1": {"3]": "1]", "index = 3": "index = 1"},
        "2": {"3]": "2]", "index = 3": "index = 2"},
        "4": {"3]": "4]", "index = 3": "index = 4"},
        "last": {"3]": "-1]", "index = 3": "index = -1"},
        "second_last": {"3]": "-2]", "index = 3": "index = -2"},
    },
    ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
