"""A program of single operations on three of the equal parts of a tensor along one dimension, x.chunk(n,
dim)[i], [j] and [k].

Seen from that dimension, x is (outer, whole, inner): a part of one outer place is a run of part * inner
numbers in memory, and number i of y is made from number i of three of these runs. The parts are never copied
apart.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(12,), (36, 24), (2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_three_chunks_torch(x):
    parts = x.chunk(3, dim=-1)
    x, z, w = parts[0], parts[1], parts[2]
    x = torch.addcmul(x, z, w)
    return x


@triton.jit
def program_of_three_chunks_kernel(x_ptr, y_ptr, n_elements, whole, run, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // run * whole + offsets % run

    x = tl.load(x_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(x_ptr + source + 2 * run, mask=mask, other=0.0).to(tl.float32)
    x = x + z * w
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_three_chunks_triton(x):
    x = x.contiguous()
    dim = x.dim() - 1
    chunks = 3
    part = triton.cdiv(x.shape[dim], chunks)
    y = torch.empty((*x.shape[:dim], part, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_three_chunks_kernel[grid](x, y, y.numel(), x.shape[dim] * x.stride(dim), part * x.stride(dim), BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
