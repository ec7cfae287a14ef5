"""A program of single operations on three channels of one tensor, f(x[:, 0], x[:, 1], x[:, 2]): colours, coordinates, fields of a record.

Seen from the channels' dimension, x is (outer, whole, inner) and y is (outer, inner). A program takes BLOCK consecutive places of y and
loads the three channels where they lie, `inner` apart; they are never copied apart.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_channels_torch(x):
    x, z, w = x[:, 0], x[:, 1], x[:, 2]
    x = torch.addcmul(x, z, w)
    return x


@triton.jit
def program_of_channels_kernel(x_ptr, y_ptr, n_elements, whole, inner, first, second, third, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // inner * (whole * inner) + offsets % inner
    x = tl.load(x_ptr + source + first * inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + second * inner, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(x_ptr + source + third * inner, mask=mask, other=0.0).to(tl.float32)
    x = x + z * w
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_channels_triton(x):
    x = x.contiguous()
    dim = 1
    whole, inner = x.shape[dim], x.stride(dim)
    y = torch.empty((*x.shape[:dim], *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    first, second, third = 0, 1, 2
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_channels_kernel[grid](x, y, y.numel(), whole, inner, first, second, third, BLOCK=1024)
    return y


AXES = [
    {  # along which dimension
        "last": {"x[:, 0], x[:, 1], x[:, 2]": "x[..., 0], x[..., 1], x[..., 2]", "dim = 1": "dim = x.dim() - 1",
                 "CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]": "CASES = [(5, 3), (2, 33, 4), (3, 4, 20, 3), (2, 5, 2, 7, 3)]"},
        "first": {"x[:, 0], x[:, 1], x[:, 2]": "x[0], x[1], x[2]", "dim = 1": "dim = 0",
                  "CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]": "CASES = [(3, 5), (3, 4, 33), (4, 20, 7), (3, 2, 3, 5, 7)]"},
        "second_last": {"x[:, 0], x[:, 1], x[:, 2]": "x[..., 0, :], x[..., 1, :], x[..., 2, :]", "dim = 1": "dim = x.dim() - 2",
                        "(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)": "(3, 5), (2, 4, 33), (3, 2, 3, 7)"},
        "third_last": {"x[:, 0], x[:, 1], x[:, 2]": "x[..., 0, :, :], x[..., 1, :, :], x[..., 2, :, :]", "dim = 1": "dim = x.dim() - 3",
                       "(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)": "(3, 5, 2), (2, 3, 4, 33), (2, 2, 4, 3, 7)"},
    },
    {  # which channels
        "others": ({"first, second, third = 0, 1, 2": "first, second, third = {0}, {1}, {2}", "x, z, w = ": "{3}, {4}, {5} = "},
                   "021xwz 102zxw 120wxz 201zwx 210wzx"),
    },
    ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
