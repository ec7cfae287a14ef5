"""Sorting along one dimension together with the places that the values come from, as torch.sort gives both.

An element's place in the result is its rank: how many of its line come before it, of equal ones those further
left. One program ranks BLOCK elements against the whole line in tiles, so a line may be of any length; a
dimension that is not the last is a line with a stride.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]


def make(*shape):
    return (torch.randn(shape),)


def sort_pair_torch(x):
    x = torch.abs(x)
    y, index = torch.sort(x, dim=-1, descending=False, stable=True)
    return y, index


@triton.jit
def load_line(x_ptr, at, mask):
    x = tl.load(x_ptr + at, mask=mask, other=0.0).to(tl.float32)
    x = tl.abs(x)
    return x


@triton.jit
def sort_pair_kernel(x_ptr, y_ptr, index_ptr, size, inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(size, BLOCK)
    line = (tl.program_id(0) // n_blocks).to(tl.int64)
    first = line // inner * size * inner + line % inner  # where the line begins
    j = tl.program_id(0) % n_blocks * BLOCK + tl.arange(0, BLOCK)
    mine = load_line(x_ptr, first + j * inner, j < size)
    rank = tl.zeros((BLOCK,), tl.int32)
    for start in range(0, size, BLOCK):
        k = start + tl.arange(0, BLOCK)
        x = load_line(x_ptr, first + k * inner, k < size)
        before = (x[None, :] < mine[:, None]) | ((x[None, :] == mine[:, None]) & (k[None, :] < j[:, None]))
        rank += tl.sum((before & (k < size)[None, :]).to(tl.int32), axis=1)
    tl.store(y_ptr + first + rank * inner, mine, mask=j < size)
    tl.store(index_ptr + first + rank * inner, j.to(tl.int64), mask=j < size)


def sort_pair_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    index = torch.empty(x.shape, dtype=torch.int64, device=x.device)
    size, inner = x.shape[-1], x.stride(-1)
    grid = (x.numel() // size * triton.cdiv(size, 64),)
    sort_pair_kernel[grid](x, y, index, size, inner, BLOCK=64)
    return y, index


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
