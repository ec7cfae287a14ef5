"""Permutation of three dimensions, here y[j, k, i] = x[i, j, k].

One program takes BLOCK consecutive outputs. An output's offset is split into its three coordinates by the sizes of y,
and the coordinates are joined again by the strides of x. So x may be any strided view, and no copy comes first.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 3, 33), (7, 20, 11)]


def make(*shape):
    return (torch.randn(shape),)


def permute3_torch(x):
    x = torch.relu(x)
    y = x.permute(1, 2, 0).contiguous()
    y = torch.sigmoid(y)
    return y


@triton.jit
def permute3_kernel(x_ptr, y_ptr, n_elements, size_1, size_2, stride_0, stride_1, stride_2, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    i = offsets // (size_1 * size_2)
    j = offsets // size_2 % size_1
    k = offsets % size_2
    x = tl.load(x_ptr + i * stride_0 + j * stride_1 + k * stride_2, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def permute3_triton(x):
    y = x.new_empty(x.shape[1], x.shape[2], x.shape[0])
    strides = (x.stride(1), x.stride(2), x.stride(0))
    grid = (triton.cdiv(x.numel(), 1024),)
    permute3_kernel[grid](x, y, x.numel(), y.shape[1], y.shape[2], strides[0], strides[1], strides[2], BLOCK=1024)
    return y


AXES = [
    {
        "021": {"permute(1, 2, 0)": "permute(0, 2, 1)", "x.shape[1], x.shape[2], x.shape[0]": "x.shape[0], x.shape[2], x.shape[1]",
                "x.stride(1), x.stride(2), x.stride(0)": "x.stride(0), x.stride(2), x.stride(1)"},
        "102": {"permute(1, 2, 0)": "permute(1, 0, 2)", "x.shape[1], x.shape[2], x.shape[0]": "x.shape[1], x.shape[0], x.shape[2]",
                "x.stride(1), x.stride(2), x.stride(0)": "x.stride(1), x.stride(0), x.stride(2)"},
        "201": {"permute(1, 2, 0)": "permute(2, 0, 1)", "x.shape[1], x.shape[2], x.shape[0]": "x.shape[2], x.shape[0], x.shape[1]",
                "x.stride(1), x.stride(2), x.stride(0)": "x.stride(2), x.stride(0), x.stride(1)"},
        "210": {"permute(1, 2, 0)": "permute(2, 1, 0)", "x.shape[1], x.shape[2], x.shape[0]": "x.shape[2], x.shape[1], x.shape[0]",
                "x.stride(1), x.stride(2), x.stride(0)": "x.stride(2), x.stride(1), x.stride(0)"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
