"""A choice by position, y[i, j] = a[i, j] where the column j satisfies a condition, else b[i, j].

One program takes BLOCK consecutive outputs. The condition is computed from the offset; no mask tensor is ever loaded,
and each lane loads only the side that it takes.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (27, 40)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def where_index_torch(a, b):
    a = torch.relu(a)
    b = F.softsign(b)
    column = torch.arange(a.shape[1], device=a.device)
    y = torch.where(column % 2 == 0, a, b)
    y = torch.sigmoid(y)
    return y


@triton.jit
def where_index_kernel(a_ptr, b_ptr, y_ptr, n_elements, columns, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    column = offsets % columns
    take_a = column % 2 == 0
    a = tl.load(a_ptr + offsets, mask=mask & take_a, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + offsets, mask=mask & (take_a == 0), other=0.0).to(tl.float32)
    a = tl.maximum(a, 0.0)
    b = b / (1.0 + tl.abs(b))
    y = tl.where(take_a, a, b)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def where_index_triton(a, b):
    a = a.contiguous()
    b = b.contiguous()
    y = torch.empty_like(a)
    grid = (triton.cdiv(y.numel(), 1024),)
    where_index_kernel[grid](a, b, y, y.numel(), a.shape[1], BLOCK=1024)
    return y


FAMILY = {
    "where_odd": {"column % 2 == 0": "column % 2 == 1"},
    "where_third": {"column % 2 == 0": "column % 3 == 0"},
    "where_not_third": {"column % 2 == 0": "column % 3 != 0"},
    "where_fourth": {"column % 2 == 0": "column % 4 == 1"},
    "where_head": {"column % 2 == 0": "column < 4"},
    "where_tail": {"column % 2 == 0": "column >= 3"},
    "where_past": {"column % 2 == 0": "column > 2"},
    "where_pairs": {"column % 2 == 0": "column % 4 < 2"},
    "where_but_one": {"column % 2 == 0": "column != 3"},
}

AXES = [
    ("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
    ("UNARY", "b = F.softsign(b)", "b = b / (1.0 + tl.abs(b))", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
