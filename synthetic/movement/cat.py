"""Concatenation of two tensors along one dimension.

Whatever the dimension, y is rows of memory in which a run of a is followed by a run of b; a run holds all
that one tensor has at that dimension and below it. One program takes BLOCK consecutive outputs, and each
loads from one side.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]


def make(a_shape, b_shape):
    return torch.randn(a_shape), torch.randn(b_shape)


def cat_torch(a, b):
    a = torch.relu(a)
    b = F.softsign(b)
    y = torch.cat([a, b], dim=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def cat_kernel(a_ptr, b_ptr, y_ptr, n_elements, run_a, run_b, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // (run_a + run_b)
    at = offsets % (run_a + run_b)
    from_a = at < run_a
    a = tl.load(a_ptr + row * run_a + at, mask=mask & from_a, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + row * run_b + at - run_a, mask=mask & (at >= run_a), other=0.0).to(tl.float32)
    a = tl.maximum(a, 0.0)
    b = b / (1.0 + tl.abs(b))
    y = tl.where(from_a, a, b)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def cat_triton(a, b):
    a = a.contiguous()
    b = b.contiguous()
    y = a.new_empty(a.shape[0], a.shape[1] + b.shape[1], a.shape[2])
    run_a = a.shape[1] * a.stride(1)
    run_b = b.shape[1] * b.stride(1)
    grid = (triton.cdiv(y.numel(), 1024),)
    cat_kernel[grid](a, b, y, y.numel(), run_a, run_b, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
