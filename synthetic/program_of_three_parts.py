"""A program of single operations on three parts of one tensor: of its thirds or quarters, or of three slices along a dimension.

Seen from that dimension, x is (outer, whole, inner) and y is (outer, kept, inner). Place i of y is made from places start + i * step
of x, one start for each part; they are loaded where they lie.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(12,), (36, 24), (2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_three_parts_torch(x):
    parts = x.chunk(3, dim=-1)
    x, z, w = parts[0], parts[1], parts[2]
    x = torch.addcmul(x, z, w)
    return x


@triton.jit
def program_of_three_parts_kernel(x_ptr, y_ptr, n_elements, whole, kept, inner, start_x, start_z, start_w, step, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    place = offsets // inner % kept * step
    source = (outer * whole + place) * inner + offsets % inner
    x = tl.load(x_ptr + source + start_x * inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + start_z * inner, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(x_ptr + source + start_w * inner, mask=mask, other=0.0).to(tl.float32)
    x = x + z * w
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_three_parts_triton(x):
    x = x.contiguous()
    dim = x.dim() - 1
    whole, inner = x.shape[dim], x.stride(dim)
    kept, step = whole // 3, 1
    start_x, start_z, start_w = 0, kept, 2 * kept
    y = torch.empty((*x.shape[:dim], kept, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_three_parts_kernel[grid](x, y, y.numel(), whole, kept, inner, start_x, start_z, start_w, step, BLOCK=1024)
    return y


FAMILY = {
    "thirds": ({"parts[0], parts[1], parts[2]": "parts[{0}], parts[{1}], parts[{2}]", "0, 1, 2": "{0}, {1}, {2}"}, "021 102 120 201 210"),
    "quarters": ({"chunk(3, ": "chunk(4, ", "parts[0], parts[1], parts[2]": "parts[{0}], parts[{1}], parts[{2}]",
                  "chunks, at_x, at_z, at_w = 3, 0, 1, 2": "chunks, at_x, at_z, at_w = 4, {0}, {1}, {2}"}, "012 123 013 230 321 203 310"),
}

AXES = [
    {  # along which dimension
        "dim0": {"dim=-1": "dim=0", "dim = x.dim() - 1": "dim = 0", "(2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)": "(24, 2, 5), (12, 2, 3, 4)"},
        "dim1": {"[(12,), ": "[", "dim=-1": "dim=1", "dim = x.dim() - 1": "dim = 1", "(12, 2, 12, 24)": "(2, 12, 5, 7)"},
        "dim2": {"[(12,), (36, 24), ": "[", "dim=-1": "dim=2", "dim = x.dim() - 1": "dim = 2"},
        "dim3": {"[(12,), (36, 24), (2, 24, 12), ": "[", "dim=-1": "dim=3", "dim = x.dim() - 1": "dim = 3", "(2, 12, 12, 2, 12)": "(2, 1, 3, 12, 5)"},
    },
    ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
