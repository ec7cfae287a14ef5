"""A slice of one dimension, made a tensor of its own: y = x[..., start:stop:step], at any rank and along any dimension.

Seen from that dimension, x is (outer, whole, inner) and y is (outer, kept, inner); place i of y is place start + i * step of x. One
program takes BLOCK consecutive outputs.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(12,), (14, 15), (9, 13, 12), (9, 10, 12, 11), (8, 9, 12, 8, 8)]


def make(*shape):
    return (torch.randn(shape),)


def slice_dims_torch(x):
    x = torch.relu(x)
    y = x[..., 1::2].contiguous()
    y = torch.sigmoid(y)
    return y


@triton.jit
def slice_dims_kernel(x_ptr, y_ptr, n_elements, whole, kept, inner, start, step, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    place = start + offsets // inner % kept * step
    x = tl.load(x_ptr + (outer * whole + place) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def slice_dims_triton(x):
    x = x.contiguous()
    dim = x.dim() - 1
    whole, inner = x.shape[dim], x.stride(dim)
    start, stop, step = 1, whole, 2
    kept = triton.cdiv(min(stop, whole) - start, step)  # a slice ends where its dimension does
    y = torch.empty((*x.shape[:dim], kept, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    slice_dims_kernel[grid](x, y, y.numel(), whole, kept, inner, start, step, BLOCK=1024)
    return y


FAMILY = {
    "from": ({"1::2": "{0}:", "start, stop, step = 1, whole, 2": "start, stop, step = {0}, whole, 1"}, "1 2 3 4"),
    "to": ({"1::2": ":{0}", "start, stop, step = 1, whole, 2": "start, stop, step = 0, {0}, 1"}, "1 2 3 4 5 6 8"),
    "between": ({"1::2": "{0}:{1}", "start, stop, step = 1, whole, 2": "start, stop, step = {0}, {1}, 1"}, "12 13 14 23 25 26 35 36 48 17"),
    "less": ({"1::2": ":-{0}", "start, stop, step = 1, whole, 2": "start, stop, step = 0, whole - {0}, 1"}, "1 2 3"),
    "trimmed": ({"1::2": "{0}:-{1}", "start, stop, step = 1, whole, 2": "start, stop, step = {0}, whole - {1}, 1"}, "11 22 12 21 13"),
    "last": ({"1::2": "-{0}:", "start, stop, step = 1, whole, 2": "start, stop, step = max(whole - {0}, 0), whole, 1"}, "1 2 3 4 5"),
    "every": ({"1::2": "::{0}", "start, stop, step = 1, whole, 2": "start, stop, step = 0, whole, {0}"}, "2 3 4 5"),
    "every_from": ({"1::2": "{0}::{1}", "start, stop, step = 1, whole, 2": "start, stop, step = {0}, whole, {1}"}, "13 14 22 23 32 24 33"),
    "every_to": ({"1::2": "{0}:{1}:{2}", "start, stop, step = 1, whole, 2": "start, stop, step = {0}, {1}, {2}"}, "172 183 082 273 162"),
}

AXES = [
    {  # along which dimension
        "dim0": {"..., ": "", "dim = x.dim() - 1": "dim = 0"},
        "dim1": {"..., ": ":, ", "[(12,), ": "[", "dim = x.dim() - 1": "dim = 1"},
        "dim2": {"..., ": ":, :, ", "[(12,), (14, 15), ": "[", "dim = x.dim() - 1": "dim = 2"},
        "dim3": {"..., ": ":, :, :, ", "[(12,), (14, 15), (9, 13, 12), ": "[", "dim = x.dim() - 1": "dim = 3"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
