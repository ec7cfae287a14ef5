"""Largest element so far along the last dimension of a program of tensors that broadcast together.

One program takes one row, tile after tile: a tile is scanned in parallel, and its results meet the largest
element of all tiles before it, the carry.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(n_cols)


def shapes_cummax_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.cummax(x, dim=-1).values
    y = y + p
    return y


@triton.jit
def combine(a, b):
    return tl.maximum(a, b)


@triton.jit
def shapes_cummax_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], -float("inf"), dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        # Lanes beyond the row stand behind all others: nothing inherits what they hold.
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        y = combine(carry, tl.associative_scan(x, 0, combine))
        carry = combine(carry, tl.reduce(x, 0, combine))
        p = tl.load(p_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y + p
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def shapes_cummax_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T, n_cols), dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 256)
    shapes_cummax_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
