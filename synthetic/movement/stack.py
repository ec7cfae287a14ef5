"""Two tensors of one shape stacked along a new dimension.

Whatever the place of the new dimension, y is rows of memory in which a run of a is followed by a run of b of
the same length; a run holds what lies below the new dimension. One program takes BLOCK consecutive outputs.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (40, 27)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def stack_torch(a, b):
    a = torch.relu(a)
    b = F.softsign(b)
    y = torch.stack([a, b], dim=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def stack_kernel(a_ptr, b_ptr, y_ptr, n_elements, run, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // (2 * run)
    at = offsets % (2 * run)
    from_a = at < run
    a = tl.load(a_ptr + row * run + at, mask=mask & from_a, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + row * run + at - run, mask=mask & (at >= run), other=0.0).to(tl.float32)
    a = tl.maximum(a, 0.0)
    b = b / (1.0 + tl.abs(b))
    y = tl.where(from_a, a, b)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def stack_triton(a, b):
    a = a.contiguous()
    b = b.contiguous()
    y = a.new_empty(a.shape[0], 2, a.shape[1])
    run = a.stride(0)
    grid = (triton.cdiv(y.numel(), 1024),)
    stack_kernel[grid](a, b, y, y.numel(), run, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
