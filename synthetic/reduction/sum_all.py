"""Sum of every element, y = sum_i x[i], and the other reductions to one number.

One block would leave the machine idle, and blocks cannot wait for one another. So two launches: each program
of the first takes one tile in n_programs and leaves one partial result; one program of the second folds
those. Signed numbers cancel, so totals are float64: memory is the bottleneck, hence they cost nothing.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]


def make(*shape):
    return (torch.randn(shape),)


def sum_all_torch(x):
    x = torch.square(x)
    y = torch.sum(x)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def sum_all_partial_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    lanes = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = x * x
        lanes += tl.where(mask, x, 0.0)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(lanes, axis=0))


@triton.jit
def sum_all_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    partial = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    y = tl.sum(partial, axis=0).to(tl.float32)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr, y)


def sum_all_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    partial = torch.empty(n_partials, dtype=torch.float64, device=x.device)
    y = x.new_empty(())
    sum_all_partial_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024)
    sum_all_kernel[(1,)](partial, y, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
