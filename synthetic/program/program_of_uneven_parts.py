"""Slices of different sizes that make up a tensor, each through a program of its own: the gate, the input and
the step of a state space layer.

Seen from the dimension that is taken apart, a part of one outer place is a run of numbers in memory. One
program takes BLOCK places of the runs of all three parts, of one outer place: it reads what x has there once,
and each result keeps its own width.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3), (3, 36), (2, 4, 7), (2, 3, 2, 15)]


def make(*shape):
    rest = shape[-1]
    whole = 14 + rest
    x = torch.randn(*shape[:-1], whole)
    b = torch.randn(rest)
    return x, b


def program_of_uneven_parts_torch(x, b):
    y, v, z = x.split([4, 10, x.shape[-1] - 14], dim=-1)
    y = F.silu(y)
    v = torch.relu(v)
    z = z + b
    z = torch.abs(z)
    return y, v, z


@triton.jit
def program_of_uneven_parts_kernel(x_ptr, b_ptr, y_ptr, v_ptr, z_ptr, whole, inner, BLOCK: tl.constexpr):
    outer = tl.program_id(0).to(tl.int64)
    inside = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x_ptr += outer * whole * inner
    rest = whole - 14

    y = tl.load(x_ptr + inside, mask=inside < 4 * inner, other=0.0).to(tl.float32)
    y = y * tl.sigmoid(y)
    tl.store(y_ptr + outer * 4 * inner + inside, y, mask=inside < 4 * inner)

    v = tl.load(x_ptr + 4 * inner + inside, mask=inside < 10 * inner, other=0.0).to(tl.float32)
    v = tl.maximum(v, 0.0)
    tl.store(v_ptr + outer * 10 * inner + inside, v, mask=inside < 10 * inner)

    b = tl.load(b_ptr + inside // inner, mask=inside < rest * inner, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + 14 * inner + inside, mask=inside < rest * inner, other=0.0).to(tl.float32)
    z = z + b
    z = tl.abs(z)
    tl.store(z_ptr + outer * rest * inner + inside, z, mask=inside < rest * inner)


def program_of_uneven_parts_triton(x, b):
    x, b = x.contiguous(), b.contiguous()
    dim = x.dim() - 1
    whole, inner, before, after = x.shape[dim], x.stride(dim), x.shape[:dim], x.shape[dim + 1:]
    y = torch.empty((*before, 4, *after), dtype=x.dtype, device=x.device)
    v = torch.empty((*before, 10, *after), dtype=x.dtype, device=x.device)
    z = torch.empty((*before, whole - 14, *after), dtype=x.dtype, device=x.device)
    grid = (before.numel(), triton.cdiv(max(4, 10, whole - 14) * inner, 256))
    program_of_uneven_parts_kernel[grid](x, b, y, v, z, whole, inner, BLOCK=256)
    return y, v, z


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
