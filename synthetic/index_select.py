"""The listed rows of a tensor, y[i] = x[index[i]]; or the listed columns, or any other dimension.

One program takes BLOCK consecutive outputs. An offset of y is split at the dimension into outer, place and inner, and
the index says which place of x it is.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]


def make(*shape):
    x = torch.randn(shape)
    index = torch.randint(0, shape[1], (shape[1] + 3,))
    return x, index


def index_select_torch(x, index):
    x = torch.relu(x)
    y = torch.index_select(x, 1, index)
    y = torch.sigmoid(y)
    return y


@triton.jit
def index_select_kernel(x_ptr, index_ptr, y_ptr, n_elements, size, inner, kept, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    place = tl.load(index_ptr + offsets // inner % kept, mask=mask, other=0)
    x = tl.load(x_ptr + (outer * size + place) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def index_select_triton(x, index):
    x = x.contiguous()
    index = index.contiguous()
    size, inner = x.shape[1], x.stride(1)
    kept = index.shape[0]
    y = x.new_empty(x.shape[0], kept, x.shape[2])
    grid = (triton.cdiv(y.numel(), 1024),)
    index_select_kernel[grid](x, index, y, y.numel(), size, inner, kept, BLOCK=1024)
    return y


FAMILY = {
    "index_select1d": {"CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(2,), (40,)]", "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 3,)", "(x, 1, index)": "(x, 0, index)",
                       "x.shape[1], x.stride(1)": "x.shape[0], 1", "x.shape[0], kept, x.shape[2]": "kept"},
    "index_select4d_first": {"CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(2, 1, 1, 1), (4, 3, 5, 33)]", "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 9,)",
                             "(x, 1, index)": "(x, 0, index)", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                             "x.shape[0], kept, x.shape[2]": "kept, *x.shape[1:]"},
    "index_select4d_channels": {"CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 2, 1, 1), (2, 6, 5, 33)]", "x.shape[0], kept, x.shape[2]": "x.shape[0], kept, *x.shape[2:]"},
    "index_select4d_rows": {"CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 2, 1), (2, 3, 7, 33)]", "shape[1], (shape[1] + 3,)": "shape[2], (shape[2] + 3,)",
                            "(x, 1, index)": "(x, 2, index)", "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
                            "x.shape[0], kept, x.shape[2]": "*x.shape[:2], kept, x.shape[3]"},
    "index_select4d_columns": {"CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 1, 2), (2, 3, 5, 33)]", "shape[1], (shape[1] + 3,)": "shape[3], (shape[3] + 3,)",
                               "(x, 1, index)": "(x, -1, index)", "x.shape[1], x.stride(1)": "x.shape[3], 1",
                               "x.shape[0], kept, x.shape[2]": "*x.shape[:3], kept"},
    "index_select3d_dim0": {"shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 3,)", "(x, 1, index)": "(x, 0, index)",
                            "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                            "x.shape[0], kept, x.shape[2]": "kept, x.shape[1], x.shape[2]"},
    "index_select3d_last": {"shape[1], (shape[1] + 3,)": "shape[2], (shape[2] + 3,)", "(x, 1, index)": "(x, -1, index)",
                            "x.shape[1], x.stride(1)": "x.shape[2], 1",
                            "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept"},
    "index_select2d_dim0": {"CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1), (12, 33), (50, 9)]",
                            "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 3,)", "(x, 1, index)": "(x, 0, index)",
                            "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                            "x.shape[0], kept, x.shape[2]": "kept, x.shape[1]"},
    "index_select2d_last": {"CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1), (12, 33), (50, 9)]",
                            "x.shape[1], x.stride(1)": "x.shape[1], 1",
                            "x.shape[0], kept, x.shape[2]": "x.shape[0], kept"},
}

AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
