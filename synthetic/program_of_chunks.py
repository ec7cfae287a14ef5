"""A program of single operations on two of the equal parts of a tensor along one dimension, x.chunk(n, dim)[i] and [j].

Seen from that dimension, x is (outer, whole, inner): a part of one outer place is a run of part * inner numbers in memory, and
number i of y is made from number i of two of these runs. The parts are never copied apart.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(12,), (36, 24), (2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_chunks_torch(x):
    parts = x.chunk(2, dim=-1)
    x, z = parts[0], parts[1]
    x = torch.sub(x, z)
    return x


@triton.jit
def program_of_chunks_kernel(x_ptr, y_ptr, n_elements, whole, run, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // run * whole + offsets % run

    x = tl.load(x_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_chunks_triton(x):
    x = x.contiguous()
    dim = x.dim() - 1
    chunks = 2
    part = triton.cdiv(x.shape[dim], chunks)
    y = torch.empty((*x.shape[:dim], part, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_chunks_kernel[grid](x, y, y.numel(), x.shape[dim] * x.stride(dim), part * x.stride(dim), BLOCK=1024)
    return y


FAMILY = {
    "of": ({"chunk(2, ": "chunk({0}, ", "parts[0], parts[1]": "parts[{1}], parts[{2}]", "chunks = 2": "chunks = {0}",
            "+ 0 * run": "+ {1} * run", "+ 1 * run": "+ {2} * run"},
           "210 301 302 310 312 320 321 401 402 403 412 413 420 423 431 432 602 635"),
}

AXES = [
    {  # along which dimension
        "dim0": {"dim=-1": "dim=0", "dim = x.dim() - 1": "dim = 0", "(2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)": "(24, 2, 5), (12, 2, 3, 4)"},
        "dim1": {"[(12,), ": "[", "dim=-1": "dim=1", "dim = x.dim() - 1": "dim = 1", "(12, 2, 12, 24)": "(2, 12, 5, 7)"},
        "dim2": {"[(12,), (36, 24), ": "[", "dim=-1": "dim=2", "dim = x.dim() - 1": "dim = 2"},
        "dim3": {"[(12,), (36, 24), (2, 24, 12), ": "[", "dim=-1": "dim=3", "dim = x.dim() - 1": "dim = 3", "(2, 12, 12, 2, 12)": "(2, 1, 3, 12, 5)"},
    },
    ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
