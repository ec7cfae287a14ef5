"""A program, the running sum of its result along each row, and a program of that, of what came before and of
tensors that broadcast.

One program takes one row, tile after tile: a tile is summed up in parallel and starts from the total of all
tiles before it, the carry. The carry is float64, as every later element inherits its rounding.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 5, 20)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)


def program_around_cumsum_torch(x, z, w):
    g = x + z
    s = torch.cumsum(g, dim=-1)
    y = s * x
    y = y + w
    return y


@triton.jit
def program_around_cumsum_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        # Lanes beyond the row stand behind all others: nothing inherits what they hold, but for the carry of a last tile.
        terms = g.to(tl.float64)
        s = (carry + tl.cumsum(terms, axis=0)).to(tl.float32)
        y = s * x
        y = y + w
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry += tl.sum(terms, axis=0)


def program_around_cumsum_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    program_around_cumsum_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
