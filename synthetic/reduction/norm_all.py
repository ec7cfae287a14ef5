"""Norm of all elements, y = (sum_i |x[i]|^p)^(1/p); of a matrix and p = 2, the Frobenius norm.

Two launches, since blocks cannot wait for one another: each program of the first leaves the sum over its
share of the tiles, one program of the second folds those and draws the root.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]


def make(*shape):
    return (torch.randn(shape),)


def norm_all_torch(x):
    x = torch.relu(x)
    y = torch.linalg.vector_norm(x, ord=2)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def norm_all_partial_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, 0.0)
        lanes += x * x
    tl.store(partial_ptr + tl.program_id(0), tl.sum(lanes, axis=0))


@triton.jit
def norm_all_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    partial = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    y = tl.sqrt(tl.sum(partial, axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr, y)


def norm_all_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    partial = torch.empty(n_partials, dtype=torch.float32, device=x.device)
    y = x.new_empty(())
    norm_all_partial_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024)
    norm_all_kernel[(1,)](partial, y, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
