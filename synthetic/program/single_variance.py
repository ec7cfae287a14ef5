"""One variance over several dimensions, of x[a, b, c, d] over a and c, say; the standard deviation is its
root.

What is kept, and what is reduced, are two groups of neighbouring dimensions each (or one, or three): the
place of element (r, c) is r // n_low * high + r % n_low * low + c // n_second * first + c % n_second *
second. A program takes ROWS results at a time and one of at most 64 shares of their elements, so that few
results keep the whole machine busy, and walks it in tiles of BLOCK: whichever of the two lies in neighbouring
places, a tile reads whole lines of memory. A second launch folds the shares. Sums are float64, where E[x^2] -
E[x]^2 has digits to lose: the square of a float32 is exact there, and memory is the bottleneck.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]


def make(*shape):
    return (torch.randn(shape),)


def single_variance_torch(x):
    y = torch.var(x, dim=(0, 2))
    return y


@triton.jit
def single_variance_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                                 ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts_ptr = x_ptr + (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    total = tl.zeros([ROWS, BLOCK], dtype=tl.float64)
    squares = tl.zeros([ROWS, BLOCK], dtype=tl.float64)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        x = tl.load(starts_ptr + cols // n_second * first + cols % n_second * second, mask=mask, other=0.0).to(tl.float32)
        x = tl.where(mask, x, 0.0).to(tl.float64)
        total += x
        squares += x * x
    offsets = tl.program_id(1).to(tl.int64) * n_rows + rows
    tl.store(total_ptr + offsets, tl.sum(total, axis=1), mask=rows < n_rows)
    tl.store(squares_ptr + offsets, tl.sum(squares, axis=1), mask=rows < n_rows)


@triton.jit
def load_sum(partial_ptr, rows, n_rows, n_shares, SHARES: tl.constexpr):
    shares = tl.arange(0, SHARES).to(tl.int64)
    mask = (shares[:, None] < n_shares) & (rows < n_rows)
    return tl.sum(tl.load(partial_ptr + shares[:, None] * n_rows + rows, mask=mask, other=0.0), axis=0)


@triton.jit
def single_variance_kernel(total_ptr, squares_ptr, y_ptr, n_rows, n_cols, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = load_sum(total_ptr, rows, n_rows, n_shares, SHARES)
    rest = (load_sum(squares_ptr, rows, n_rows, n_shares, SHARES) - total * total / n_cols).to(tl.float32)
    y = tl.maximum(rest, 0.0) / (n_cols - 1)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)


def single_variance_triton(x):
    x = x.contiguous()
    A, B, C, D = x.shape
    n_rows, n_low, high, low = B * D, D, C * D, 1
    n_cols, n_second, first, second = A * C, C, B * C * D, D
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    total = torch.empty((n_shares, n_rows), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = x.new_empty((B, D))
    grid = (triton.cdiv(n_rows, 16), n_shares)
    single_variance_share_kernel[grid](x, total, squares, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                                       ROWS=16, BLOCK=64)
    single_variance_kernel[(triton.cdiv(n_rows, 64),)](total, squares, y, n_rows, n_cols, n_shares, SHARES=64, BLOCK=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
