"""Gathering along one dimension, y[i, j] = x[i, index[i, j]].

One program takes BLOCK consecutive outputs: it loads their indices, and then x at the places which those name. An
offset is split at the dimension into outer, place and inner; the index stands in for the place.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (27, 40)]


def make(*shape):
    x = torch.randn(shape)
    index = torch.randint(0, shape[1], shape)
    return x, index


def gather_torch(x, index):
    x = torch.relu(x)
    y = torch.gather(x, 1, index)
    y = torch.sigmoid(y)
    return y


@triton.jit
def gather_kernel(x_ptr, index_ptr, y_ptr, n_elements, size, inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (size * inner)
    place = tl.load(index_ptr + offsets, mask=mask, other=0)
    x = tl.load(x_ptr + (outer * size + place) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def gather_triton(x, index):
    x = x.contiguous()
    index = index.contiguous()
    y = torch.empty_like(x)
    size, inner = x.shape[1], x.stride(1)
    grid = (triton.cdiv(y.numel(), 1024),)
    gather_kernel[grid](x, index, y, y.numel(), size, inner, BLOCK=1024)
    return y


FAMILY = {
    "gather_dim0": {"shape[1], shape": "shape[0], shape", "(x, 1, index)": "(x, 0, index)",
                    "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
    "gather3d_dim0": {"CASES = [(1, 1), (3, 33), (27, 40)]": "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]",
                      "shape[1], shape": "shape[0], shape", "(x, 1, index)": "(x, 0, index)",
                      "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
    "gather3d_dim1": {"CASES = [(1, 1), (3, 33), (27, 40)]": "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]"},
    "gather3d_last": {"CASES = [(1, 1), (3, 33), (27, 40)]": "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]",
                      "shape[1], shape": "shape[2], shape", "(x, 1, index)": "(x, -1, index)", "x.shape[1], x.stride(1)": "x.shape[2], 1"},
}

AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
