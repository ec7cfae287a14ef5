"""Dot product, y = sum of x * w for two vectors, with a function before and after; in two stages.

One program could not keep the machine busy and atomics would add in an order that changes from run to run. So
the first kernel leaves one partial sum for each program, and the second, a single program, adds the partials.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1,), (33,), (3000,), (9000,)]


def make(K):
    # Unrelated vectors would cancel to almost nothing, and leave only rounding to compare.
    x = torch.randn(K)
    return x, (x + torch.randn(K)) / K


def dot_torch(x, w):
    x = torch.relu(x)
    y = torch.dot(x, w)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def dot_partial_kernel(x_ptr, w_ptr, partial_ptr, K, stride_x, stride_w, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < K
    x = tl.load(x_ptr + offsets * stride_x, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets * stride_w, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, x * w, 0.0), axis=0))


@triton.jit
def dot_sum_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    totals = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        totals += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    y = tl.sum(totals, axis=0)
    y = tl.sigmoid(y)
    y = 0.5 * y
    tl.store(y_ptr, y)


def dot_triton(x, w):
    K = x.shape[0]
    n_partials = triton.cdiv(K, 2048)
    partial = torch.empty((n_partials,), device=x.device, dtype=torch.float32)
    y = torch.empty((), device=x.device, dtype=x.dtype)
    dot_partial_kernel[(n_partials,)](x, w, partial, K, x.stride(0), w.stride(0), BLOCK=2048, num_warps=8)
    dot_sum_kernel[(1,)](partial, y, n_partials, BLOCK=1024, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
