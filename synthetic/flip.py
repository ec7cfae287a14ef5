"""Reversal along some dimensions, y[i, j, k] = x[i, J - 1 - j, k].

One program takes BLOCK consecutive outputs, splits their offsets into three coordinates and mirrors the chosen ones.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]


def make(*shape):
    return (torch.randn(shape),)


def flip_torch(x):
    x = torch.relu(x)
    y = torch.flip(x, dims=(1,))
    y = torch.sigmoid(y)
    return y


@triton.jit
def flip_kernel(x_ptr, y_ptr, n_elements, size_i, size_j, size_k, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    i = offsets // (size_j * size_k)
    j = offsets // size_k % size_j
    k = offsets % size_k
    j = size_j - 1 - j
    x = tl.load(x_ptr + (i * size_j + j) * size_k + k, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def flip_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size_i, size_j, size_k = x.shape
    grid = (triton.cdiv(x.numel(), 1024),)
    flip_kernel[grid](x, y, x.numel(), size_i, size_j, size_k, BLOCK=1024)
    return y


# A matrix is a volume of one layer; four dimensions are three, with the first two taken together.
FAMILY = {
    "flip0": {"dims=(1,)": "dims=(0,)", "j = size_j - 1 - j": "i = size_i - 1 - i"},
    "flip2": {"dims=(1,)": "dims=(2,)", "j = size_j - 1 - j": "k = size_k - 1 - k"},
    "flip01": {"dims=(1,)": "dims=(0, 1)", "j = size_j - 1 - j": "i = size_i - 1 - i\nj = size_j - 1 - j"},
    "flip02": {"dims=(1,)": "dims=(0, 2)", "j = size_j - 1 - j": "i = size_i - 1 - i\nk = size_k - 1 - k"},
    "flip12": {"dims=(1,)": "dims=(1, 2)", "j = size_j - 1 - j": "j = size_j - 1 - j\nk = size_k - 1 - k"},
    "flip012": {"dims=(1,)": "dims=(0, 1, 2)", "j = size_j - 1 - j": "i = size_i - 1 - i\nj = size_j - 1 - j\nk = size_k - 1 - k"},
    "flip2d_rows": {"CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(2, 1), (3, 33), (27, 40)]", "dims=(1,)": "dims=(0,)",
                    "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = 1, x.shape[0], x.shape[1]"},
    "flip2d_columns": {"CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 2), (3, 33), (27, 40)]",
                       "j = size_j - 1 - j": "k = size_k - 1 - k",
                       "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = 1, x.shape[0], x.shape[1]"},
    "flip2d_both": {"CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 2), (3, 33), (27, 40)]", "dims=(1,)": "dims=(0, 1)",
                    "j = size_j - 1 - j": "j = size_j - 1 - j\nk = size_k - 1 - k",
                    "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = 1, x.shape[0], x.shape[1]"},
    "flip4d_columns": {"CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 1, 2), (2, 3, 5, 33), (2, 2, 20, 7)]",
                       "dims=(1,)": "dims=(3,)", "j = size_j - 1 - j": "k = size_k - 1 - k",
                       "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = x.shape[0] * x.shape[1], x.shape[2], x.shape[3]"},
    "flip4d_rows": {"CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 2, 1), (2, 3, 5, 33), (2, 2, 20, 7)]",
                    "dims=(1,)": "dims=(2,)",
                    "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = x.shape[0] * x.shape[1], x.shape[2], x.shape[3]"},
    "flip4d_both": {"CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 2, 1), (2, 3, 5, 33), (2, 2, 20, 7)]",
                    "dims=(1,)": "dims=(2, 3)", "j = size_j - 1 - j": "j = size_j - 1 - j\nk = size_k - 1 - k",
                    "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = x.shape[0] * x.shape[1], x.shape[2], x.shape[3]"},
}

AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
