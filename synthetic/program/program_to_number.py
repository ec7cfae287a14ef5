"""A program of single operations, its mean over everything, and what a loss of several terms makes of that:
mean(relu(1 - x)) + other.

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial
sums in a fixed order, and all that follows happens there. Atomic additions would need one stage only, but
their order, and so the last bits, would vary.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300)]


def make(*shape):
    return torch.randn(shape), torch.randn(())


def program_to_number_torch(x, other):
    x = torch.relu(1.0 - x)
    y = x.mean()
    y = torch.sigmoid(y)
    y = y + other
    return y


@triton.jit
def program_to_number_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(1.0 - x, 0.0)
    x = tl.where(mask, x, 0.0)  # a lane past the end has computed something of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(x, axis=0))


@triton.jit
def program_to_number_total_kernel(partial_ptr, other_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    y = tl.sum(total, axis=0) / count
    other = tl.load(other_ptr).to(tl.float32)
    y = tl.sigmoid(y)
    y = y + other
    tl.store(y_ptr, y)


def program_to_number_triton(x, other):
    x = x.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    program_to_number_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024)
    program_to_number_total_kernel[(1,)](partial, other, y, n_partials, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
