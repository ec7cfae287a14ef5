"""Concatenation of three or four tensors along any dimension, at any rank.

Whatever the dimension, y is rows of memory in which a run of each tensor follows that of the one before; a
run holds all that a tensor has at that dimension and below it. One program takes BLOCK consecutive outputs,
and each loads from one tensor.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((7,), 2, 3, 5, 4), ((3, 6), 2, 5, 4, 7), ((2, 5, 33), 7, 3, 4, 2), ((2, 3, 5, 7), 4, 2, 6, 5), ((2, 3, 2, 5, 4), 3, 6, 7, 2)]


def sized(shape, dim, length):
    return torch.randn([length if place == dim % len(shape) else size for place, size in enumerate(shape)])


def make(shape, *lengths):
    return tuple(sized(shape, -1, length) for length in lengths[:3])


def cat_three_torch(a, b, c):
    y = torch.cat([a, b, c], dim=-1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def cat_three_kernel(a_ptr, b_ptr, c_ptr, y_ptr, n_elements, run_a, run_b, run_c, run_y, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // run_y
    at = offsets % run_y
    y = tl.load(a_ptr + row * run_a + at, mask=mask & (at < run_a), other=0.0).to(tl.float32)
    at -= run_a
    b = tl.load(b_ptr + row * run_b + at, mask=mask & (at >= 0) & (at < run_b), other=0.0).to(tl.float32)
    y = tl.where(at >= 0, b, y)
    at -= run_b
    c = tl.load(c_ptr + row * run_c + at, mask=mask & (at >= 0) & (at < run_c), other=0.0).to(tl.float32)
    y = tl.where(at >= 0, c, y)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def cat_three_triton(a, b, c):
    tensors = [x.contiguous() for x in (a, b, c)]
    dim = a.dim() - 1
    lengths = [x.shape[dim] for x in tensors]
    inner = tensors[0].stride(dim)
    y = a.new_empty(*a.shape[:dim], sum(lengths), *a.shape[dim + 1:])
    runs = [length * inner for length in lengths]
    grid = (triton.cdiv(y.numel(), 1024),)
    cat_three_kernel[grid](*tensors, y, y.numel(), *runs, sum(runs), BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
