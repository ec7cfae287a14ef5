"""Permutation of four dimensions, here y[i, k, j, l] = x[i, j, k, l].

One program takes BLOCK consecutive outputs. An output's offset is split into its four coordinates by the sizes of y,
and the coordinates are joined again by the strides of x. So x may be any strided view, and no copy comes first.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 4, 10, 11)]


def make(*shape):
    return (torch.randn(shape),)


def permute4_torch(x):
    x = torch.relu(x)
    y = x.permute(0, 2, 1, 3).contiguous()
    y = torch.sigmoid(y)
    return y


@triton.jit
def permute4_kernel(x_ptr, y_ptr, n_elements, size_1, size_2, size_3, stride_0, stride_1, stride_2, stride_3,
                    BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    i = offsets // (size_1 * size_2 * size_3)
    j = offsets // (size_2 * size_3) % size_1
    k = offsets // size_3 % size_2
    l = offsets % size_3
    source = i * stride_0 + j * stride_1 + k * stride_2 + l * stride_3
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def permute4_triton(x):
    y = x.new_empty(x.shape[0], x.shape[2], x.shape[1], x.shape[3])
    strides = (x.stride(0), x.stride(2), x.stride(1), x.stride(3))
    grid = (triton.cdiv(x.numel(), 1024),)
    permute4_kernel[grid](x, y, x.numel(), y.shape[1], y.shape[2], y.shape[3], strides[0], strides[1], strides[2],
                          strides[3], BLOCK=1024)
    return y


AXES = [
    {
        "0132": {"permute(0, 2, 1, 3)": "permute(0, 1, 3, 2)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[0], x.shape[1], x.shape[3], x.shape[2]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(0), x.stride(1), x.stride(3), x.stride(2)"},
        "0231": {"permute(0, 2, 1, 3)": "permute(0, 2, 3, 1)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[0], x.shape[2], x.shape[3], x.shape[1]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(0), x.stride(2), x.stride(3), x.stride(1)"},
        "0312": {"permute(0, 2, 1, 3)": "permute(0, 3, 1, 2)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[0], x.shape[3], x.shape[1], x.shape[2]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(0), x.stride(3), x.stride(1), x.stride(2)"},
        "0321": {"permute(0, 2, 1, 3)": "permute(0, 3, 2, 1)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[0], x.shape[3], x.shape[2], x.shape[1]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(0), x.stride(3), x.stride(2), x.stride(1)"},
        "1023": {"permute(0, 2, 1, 3)": "permute(1, 0, 2, 3)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[1], x.shape[0], x.shape[2], x.shape[3]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(1), x.stride(0), x.stride(2), x.stride(3)"},
        "1032": {"permute(0, 2, 1, 3)": "permute(1, 0, 3, 2)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[1], x.shape[0], x.shape[3], x.shape[2]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(1), x.stride(0), x.stride(3), x.stride(2)"},
        "1203": {"permute(0, 2, 1, 3)": "permute(1, 2, 0, 3)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[1], x.shape[2], x.shape[0], x.shape[3]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(1), x.stride(2), x.stride(0), x.stride(3)"},
        "1230": {"permute(0, 2, 1, 3)": "permute(1, 2, 3, 0)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[1], x.shape[2], x.shape[3], x.shape[0]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(1), x.stride(2), x.stride(3), x.stride(0)"},
        "1302": {"permute(0, 2, 1, 3)": "permute(1, 3, 0, 2)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[1], x.shape[3], x.shape[0], x.shape[2]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(1), x.stride(3), x.stride(0), x.stride(2)"},
        "1320": {"permute(0, 2, 1, 3)": "permute(1, 3, 2, 0)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[1], x.shape[3], x.shape[2], x.shape[0]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(1), x.stride(3), x.stride(2), x.stride(0)"},
        "2013": {"permute(0, 2, 1, 3)": "permute(2, 0, 1, 3)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[2], x.shape[0], x.shape[1], x.shape[3]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(2), x.stride(0), x.stride(1), x.stride(3)"},
        "2031": {"permute(0, 2, 1, 3)": "permute(2, 0, 3, 1)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[2], x.shape[0], x.shape[3], x.shape[1]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(2), x.stride(0), x.stride(3), x.stride(1)"},
        "2103": {"permute(0, 2, 1, 3)": "permute(2, 1, 0, 3)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[2], x.shape[1], x.shape[0], x.shape[3]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(2), x.stride(1), x.stride(0), x.stride(3)"},
        "2130": {"permute(0, 2, 1, 3)": "permute(2, 1, 3, 0)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[2], x.shape[1], x.shape[3], x.shape[0]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(2), x.stride(1), x.stride(3), x.stride(0)"},
        "2301": {"permute(0, 2, 1, 3)": "permute(2, 3, 0, 1)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[2], x.shape[3], x.shape[0], x.shape[1]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(2), x.stride(3), x.stride(0), x.stride(1)"},
        "2310": {"permute(0, 2, 1, 3)": "permute(2, 3, 1, 0)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[2], x.shape[3], x.shape[1], x.shape[0]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(2), x.stride(3), x.stride(1), x.stride(0)"},
        "3012": {"permute(0, 2, 1, 3)": "permute(3, 0, 1, 2)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[3], x.shape[0], x.shape[1], x.shape[2]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(3), x.stride(0), x.stride(1), x.stride(2)"},
        "3021": {"permute(0, 2, 1, 3)": "permute(3, 0, 2, 1)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[3], x.shape[0], x.shape[2], x.shape[1]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(3), x.stride(0), x.stride(2), x.stride(1)"},
        "3102": {"permute(0, 2, 1, 3)": "permute(3, 1, 0, 2)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[3], x.shape[1], x.shape[0], x.shape[2]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(3), x.stride(1), x.stride(0), x.stride(2)"},
        "3120": {"permute(0, 2, 1, 3)": "permute(3, 1, 2, 0)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[3], x.shape[1], x.shape[2], x.shape[0]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(3), x.stride(1), x.stride(2), x.stride(0)"},
        "3201": {"permute(0, 2, 1, 3)": "permute(3, 2, 0, 1)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[3], x.shape[2], x.shape[0], x.shape[1]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(3), x.stride(2), x.stride(0), x.stride(1)"},
        "3210": {"permute(0, 2, 1, 3)": "permute(3, 2, 1, 0)",
                 "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": "x.shape[3], x.shape[2], x.shape[1], x.shape[0]",
                 "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": "x.stride(3), x.stride(2), x.stride(1), x.stride(0)"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
