"""Product of all elements, y = x[0] * x[1] * ... * x[n - 1].

Two launches, since blocks cannot wait for one another: each program of the first leaves the product over its
share of the tiles, one program of the second multiplies those. Factors keep float64 until then: a product
leaves float32 early.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (50,), (2, 3, 15), (2, 3, 4, 5), (2, 2, 3, 2, 4), (3, 400)]


def make(*shape):
    return (torch.randn(shape).sign() * (0.9 + 0.2 * torch.rand(shape)),)


def prod_all_torch(x):
    y = torch.prod(x)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def prod_all_partial_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    lanes = tl.full([BLOCK], 1.0, dtype=tl.float64)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + offsets, mask=offsets < n_elements, other=1.0).to(tl.float32)
        lanes *= x
    tl.store(partial_ptr + tl.program_id(0), tl.reduce(lanes, 0, multiply))


@triton.jit
def prod_all_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    places = tl.arange(0, BLOCK)
    partial = tl.load(partial_ptr + places, mask=places < n_partials, other=1.0)
    y = tl.reduce(partial, 0, multiply).to(tl.float32)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr, y)


def prod_all_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    partial = torch.empty(n_partials, dtype=torch.float64, device=x.device)
    y = x.new_empty(())
    prod_all_partial_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024)
    prod_all_kernel[(1,)](partial, y, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
