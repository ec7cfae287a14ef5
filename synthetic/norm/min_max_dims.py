"""A tensor brought between 0 and 1 by its least and its largest element over any dimensions, of x[a, b, c, d]
over a and c, say.

What is kept, and what is reduced, are two groups of neighbouring dimensions each (or one, or three): the
place of element (r, c) is r // n_low * high + r % n_low * low + c // n_second * first + c % n_second *
second. A program takes ROWS results at a time and one of at most 64 shares of their elements, so that few
results keep the whole machine busy, and walks it in tiles of BLOCK: whichever of the two lies in neighbouring
places, a tile reads whole lines of memory. A second launch folds the shares, and a third writes the result, a
share a program as the first.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]


def make(*shape):
    return (torch.randn(shape),)


def min_max_dims_torch(x):
    x = torch.relu(x)
    least = torch.amin(x, dim=(0, 2), keepdim=True)
    most = torch.amax(x, dim=(0, 2), keepdim=True)
    y = (x - least) / (most - least + 1e-5)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(places_ptr, mask):
    x = tl.load(places_ptr, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def min_max_dims_share_kernel(x_ptr, least_ptr, most_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                              ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts_ptr = x_ptr + (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    least = tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)
    most = tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        x = load_tile(starts_ptr + cols // n_second * first + cols % n_second * second, mask)
        least = tl.minimum(least, tl.where(mask, x, float("inf")))
        most = tl.maximum(most, tl.where(mask, x, -float("inf")))
    offsets = tl.program_id(1).to(tl.int64) * n_rows + rows
    tl.store(least_ptr + offsets, tl.min(least, axis=1), mask=rows < n_rows)
    tl.store(most_ptr + offsets, tl.max(most, axis=1), mask=rows < n_rows)


@triton.jit
def min_max_dims_kernel(x_ptr, least_ptr, most_ptr, y_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share, n_shares,
                        ROWS: tl.constexpr, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts = (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    shares = tl.arange(0, SHARES).to(tl.int64)
    found = shares * n_rows + rows[:, None]
    there = (shares < n_shares) & (rows < n_rows)[:, None]
    least = tl.min(tl.load(least_ptr + found, mask=there, other=float("inf")), axis=1)[:, None]
    most = tl.max(tl.load(most_ptr + found, mask=there, other=-float("inf")), axis=1)[:, None]
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        place = starts + cols // n_second * first + cols % n_second * second
        x = load_tile(x_ptr + place, mask)
        y = (x - least) / ((most - least) + 1e-5)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + place, y, mask=mask)


def min_max_dims_triton(x):
    x = x.contiguous()
    A, B, C, D = x.shape
    n_rows, n_low, high, low = B * D, D, C * D, 1
    n_cols, n_second, first, second = A * C, C, B * C * D, D
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    least = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)
    most = torch.empty_like(least)
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_rows, 16), n_shares)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    min_max_dims_share_kernel[grid](x, least, most, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                                    ROWS=16, BLOCK=128, enable_fp_fusion=False)
    min_max_dims_kernel[grid](x, least, most, y, n_rows, n_low, high, low, n_cols, n_second, first, second, share, n_shares,
                              ROWS=16, SHARES=64, BLOCK=128, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
