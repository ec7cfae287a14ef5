"""The largest so far along any dimension, y[i] = max(x[0], ..., x[i]), or the smallest; with its place, if
that is asked for.

Seen from that dimension, a tensor is (outer, whole, inner). A program takes INNER neighbouring columns and
walks down the whole in tiles of BLOCK: a tile is scanned in parallel, and starts from what all tiles before
it came to, the carry.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(2, 1), (3, 33), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def single_extreme_so_far_torch(x):
    dim = -1
    y, where = torch.cummax(x, dim)
    return y, where


@triton.jit
def combine(a, a_place, b, b_place):
    takes = (b >= a) | (b != b)  # the later of two equal ones; NaN is the largest, and the smallest
    return tl.where(takes, b, a), tl.where(takes, b_place, a_place)


@triton.jit
def single_extreme_so_far_kernel(x_ptr, y_ptr, where_ptr, whole, inner, INNER: tl.constexpr, BLOCK: tl.constexpr):
    n_tiles = tl.cdiv(inner, INNER)
    outer = (tl.program_id(0) // n_tiles).to(tl.int64)
    columns = tl.program_id(0) % n_tiles * INNER + tl.arange(0, INNER)[None, :]
    carry = tl.full([1, INNER], -float("inf"), dtype=tl.float32)
    carry_place = tl.full([1, INNER], 0, dtype=tl.int64)
    last = tl.arange(0, BLOCK)[:, None] == BLOCK - 1
    for start in range(0, whole, BLOCK):
        places = start + tl.arange(0, BLOCK)[:, None]
        mask = (places < whole) & (columns < inner)
        offsets = (outer * whole + places) * inner + columns
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        y, where = tl.associative_scan((x, places.to(tl.int64) + tl.zeros([BLOCK, INNER], dtype=tl.int64)), 0, combine)
        y, where = combine(carry, carry_place, y, where)
        tl.store(y_ptr + offsets, y, mask=mask)
        tl.store(where_ptr + offsets, where, mask=mask)
        # The last line has seen the whole tile; a sum over one selected line reads it.
        carry = tl.sum(tl.where(last, y, 0.0), axis=0)[None, :]
        carry_place = tl.sum(tl.where(last, where, 0), axis=0)[None, :]


def single_extreme_so_far_triton(x):
    x = x.contiguous()
    whole, inner = x.shape[-1], 1
    y = torch.empty_like(x)
    where = torch.empty(x.shape, dtype=torch.int64, device=x.device)
    columns = min(triton.next_power_of_2(inner), 16)
    grid = (x.numel() // (whole * inner) * triton.cdiv(inner, columns),)
    single_extreme_so_far_kernel[grid](x, y, where, whole, inner, INNER=columns, BLOCK=32)
    return y, where


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
