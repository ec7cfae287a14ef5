"""The k-th smallest value along a dimension and where it is, as torch.kthvalue gives both; torch.median the
same for the lower middle.

An element's rank is how many of its line come before it, of equal ones those further left; the one whose rank
is wanted is the result. One program takes a line and ranks it in tiles; a dimension that is not the last is a
line with a stride.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]


def make(*shape):
    return (torch.randn(shape),)


def kthvalue_pair_torch(x):
    x = torch.abs(x)
    y, index = torch.kthvalue(x, 2, dim=-1)
    return y, index


@triton.jit
def load_line(x_ptr, at, mask):
    x = tl.load(x_ptr + at, mask=mask, other=0.0).to(tl.float32)
    x = tl.abs(x)
    return x


@triton.jit
def kthvalue_pair_kernel(x_ptr, y_ptr, index_ptr, size, inner, rank_wanted, BLOCK: tl.constexpr):
    line = tl.program_id(0).to(tl.int64)
    line_ptr = x_ptr + line // inner * size * inner + line % inner
    value = tl.zeros((BLOCK,), tl.float32)
    place = tl.zeros((BLOCK,), tl.int32)
    for start_j in range(0, size, BLOCK):
        j = start_j + tl.arange(0, BLOCK)
        mine = load_line(line_ptr, j * inner, j < size)
        rank = tl.zeros((BLOCK,), tl.int32)
        for start_k in range(0, size, BLOCK):
            k = start_k + tl.arange(0, BLOCK)
            x = load_line(line_ptr, k * inner, k < size)
            before = (x[None, :] < mine[:, None]) | ((x[None, :] == mine[:, None]) & (k[None, :] < j[:, None]))
            rank += tl.sum((before & (k < size)[None, :]).to(tl.int32), axis=1)
        found = (j < size) & (rank == rank_wanted)
        value += tl.where(found, mine, 0.0)
        place += tl.where(found, j, 0)
    tl.store(y_ptr + line, tl.sum(value, axis=0))
    tl.store(index_ptr + line, tl.sum(place, axis=0))


def kthvalue_pair_triton(x):
    x = x.contiguous()
    size, inner = x.shape[-1], x.stride(-1)
    rank = 2 - 1
    y = x.new_empty(x.shape[:-1])
    index = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    kthvalue_pair_kernel[(x.numel() // size,)](x, y, index, size, inner, rank, BLOCK=64)
    return y, index


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
