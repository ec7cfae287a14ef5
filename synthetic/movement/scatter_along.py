"""Writing at indexed places along any dimension, y = x, then y[..., index[..., t], ...] += source[..., t], or
a number, or no addition.

Ranks up to four are seen as four. The index may be smaller than x in every other dimension. A program owns
BLOCK consecutive numbers of y and asks every index of their lines whether it means them: each sum has one
owner and one order.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [((3,), (2,)), ((5, 7), (4, 6)), ((3, 6, 9), (2, 5, 8)), ((4, 6, 8, 10), (3, 5, 7, 9)), ((40,), (30,))]  # shapes of x and of the index


def make(shape, given):
    index = torch.rand(shape).argsort(dim=-1)[tuple(map(slice, given))].contiguous()   # in a line, all differ, or two are alike
    return torch.randn(shape), index // 2, torch.randn(given)


def scatter_along_torch(x, index, source):
    y = x.scatter_add(dim=-1, index=index, src=source)
    return y


@triton.jit
def scatter_along_kernel(x_ptr, index_ptr, source_ptr, y_ptr, n_elements, B, C, D, P, Q, R, S, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    i = offsets // (B * C * D)
    j = offsets // (C * D) % B
    k = offsets // D % C
    l = offsets % D
    there = mask & (i < P) & (j < Q) & (k < R)
    place, given, step, kept = l, ((i * Q + j) * R + k) * S, 1, S
    y = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    for t in range(0, kept):
        index = tl.load(index_ptr + given + t * step, mask=there, other=-1)  # -1 is no place
        source = tl.load(source_ptr + given + t * step, mask=there, other=0.0).to(tl.float32)
        y = tl.where(index == place, y + source, y)
    tl.store(y_ptr + offsets, y, mask=mask)


def scatter_along_triton(x, index, source):
    x = x.contiguous()
    index = index.contiguous()
    source = source.contiguous()
    missing = (1,) * (4 - x.dim())
    _, B, C, D = missing + x.shape
    P, Q, R, S = missing + index.shape
    y = torch.empty_like(x)
    grid = (triton.cdiv(x.numel(), 1024),)
    scatter_along_kernel[grid](x, index, source, y, x.numel(), B, C, D, P, Q, R, S, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
