"""Two, three or four tensors of one shape stacked along a new dimension, at any place and any rank.

Whatever the place of the new dimension, y is rows of memory in which a run of each tensor follows that of the one before; a run holds
what lies below the new dimension. One program takes BLOCK consecutive outputs, and each loads from one tensor.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(7,), (5, 9), (2, 5, 33), (2, 3, 5, 7)]


def make(*shape):
    return tuple(torch.randn(shape) for _ in range(3))


def stack_three_torch(a, b, c):
    y = torch.stack([a, b, c], dim=-1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def stack_three_kernel(a_ptr, b_ptr, c_ptr, y_ptr, n_elements, run, COUNT: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // (COUNT * run) * run + offsets % run
    which = offsets // run % COUNT
    y = tl.load(a_ptr + source, mask=mask & (which == 0), other=0.0).to(tl.float32)
    b = tl.load(b_ptr + source, mask=mask & (which == 1), other=0.0).to(tl.float32)
    y = tl.where(which == 1, b, y)
    c = tl.load(c_ptr + source, mask=mask & (which == 2), other=0.0).to(tl.float32)
    y = tl.where(which == 2, c, y)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def stack_three_triton(a, b, c):
    tensors = [x.contiguous() for x in (a, b, c)]
    dim = a.dim()
    y = a.new_empty(*a.shape[:dim], len(tensors), *a.shape[dim:])
    run = y.stride(dim)
    grid = (triton.cdiv(y.numel(), 1024),)
    stack_three_kernel[grid](*tensors, y, y.numel(), run, COUNT=len(tensors), BLOCK=1024)
    return y


FAMILY = {
    "four": {"a, b, c": "a, b, c, d", "range(3)": "range(4)", "c_ptr, y_ptr": "c_ptr, d_ptr, y_ptr",
             "y = tl.where(which == 2, c, y)": "y = tl.where(which == 2, c, y)\n"
                                               "d = tl.load(d_ptr + source, mask=mask & (which == 3), other=0.0).to(tl.float32)\n"
                                               "y = tl.where(which == 3, d, y)"},
    "two": {"a, b, c": "a, b", "range(3)": "range(2)", "c_ptr, y_ptr": "y_ptr",
            "c = tl.load(c_ptr + source, mask=mask & (which == 2), other=0.0).to(tl.float32)": "", "y = tl.where(which == 2, c, y)": ""},
}

AXES = [
    {  # where the new dimension stands
        "dim0": {"dim=-1": "dim=0", "dim = a.dim()": "dim = 0"},
        "dim1": {"[(7,), ": "[", "dim=-1": "dim=1", "dim = a.dim()": "dim = 1"},
        "dim2": {"[(7,), (5, 9), ": "[", "dim=-1": "dim=2", "dim = a.dim()": "dim = 2"},
        "next_to_last": {"dim=-1": "dim=-2", "dim = a.dim()": "dim = a.dim() - 1"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
