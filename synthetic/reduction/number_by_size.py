"""A sum over everything, over or times one of the sizes: the mean of a batch of sums, a load balance, an
average of pairs.

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial
sums in a fixed order. The scale is a number of the host, from the sizes of the arguments.
"""

from python_to_triton.verification.exemplar import run

import math

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3), (5, 33), (70, 41)]


def make(M, N):
    return torch.randn(M, N), torch.randn(M, N)


def number_by_size_torch(x, z):
    x = x * z
    x = torch.erf(x)
    y = torch.sum(x)
    y = y / x.shape[0]
    y = torch.sigmoid(y)
    return y


@triton.jit
def number_by_size_partial_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = z * x
    x = tl.erf(x)
    x = tl.where(mask, x, 0.0)  # a lane past the end has computed something of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(x, axis=0))


@triton.jit
def number_by_size_kernel(partial_ptr, y_ptr, n_partials, scale, BLOCK: tl.constexpr):
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        lanes += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    y = tl.sum(lanes, axis=0)
    y = y / scale
    y = tl.sigmoid(y)
    tl.store(y_ptr, y)


def number_by_size_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, N = x.shape
    scale = float(M)
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty(n_partials, dtype=torch.float32, device=x.device)
    y = x.new_empty(())
    number_by_size_partial_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    number_by_size_kernel[(1,)](partial, y, n_partials, scale, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
