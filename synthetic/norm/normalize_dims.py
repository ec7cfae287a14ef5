"""A tensor divided by its norm over any dimensions, of x[a, b, c, d] over a and c, say, or by another sum
over these.

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


def normalize_dims_torch(x):
    x = torch.relu(x)
    norm = torch.linalg.vector_norm(x, dim=(0, 2), keepdim=True)
    norm = norm + 1e-5
    y = x / norm
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(places_ptr, mask):
    x = tl.load(places_ptr, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def normalize_dims_share_kernel(x_ptr, partial_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                                ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts_ptr = x_ptr + (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        x = load_tile(starts_ptr + cols // n_second * first + cols % n_second * second, mask)
        lanes += tl.where(mask, x * x, 0.0)
    partial = tl.sum(lanes, axis=1)
    tl.store(partial_ptr + tl.program_id(1).to(tl.int64) * n_rows + rows, partial, mask=rows < n_rows)


@triton.jit
def normalize_dims_norm_kernel(partial_ptr, norm_ptr, n_rows, n_cols, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    shares = tl.arange(0, SHARES).to(tl.int64)
    mask = (shares[:, None] < n_shares) & (rows < n_rows)
    partial = tl.load(partial_ptr + shares[:, None] * n_rows + rows, mask=mask, other=0.0)
    norm = tl.sqrt(tl.sum(partial, axis=0))
    norm += 1e-5
    tl.store(norm_ptr + rows, norm, mask=rows < n_rows)


@triton.jit
def normalize_dims_kernel(x_ptr, norm_ptr, y_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                          ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts = (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    norm = tl.load(norm_ptr + rows, mask=rows < n_rows, other=1.0)[:, None]
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        place = starts + cols // n_second * first + cols % n_second * second
        y = load_tile(x_ptr + place, mask) / norm
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + place, y, mask=mask)


def normalize_dims_triton(x):
    x = x.contiguous()
    A, B, C, D = x.shape
    n_rows, n_low, high, low = B * D, D, C * D, 1
    n_cols, n_second, first, second = A * C, C, B * C * D, D
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    partial = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)
    norm = torch.empty(n_rows, dtype=torch.float32, device=x.device)
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_rows, 16), n_shares)
    # Fused multiply-adds would round x anew in each reading, and the largest over the largest would not be 1.
    normalize_dims_share_kernel[grid](x, partial, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                                      ROWS=16, BLOCK=128, enable_fp_fusion=False)
    normalize_dims_norm_kernel[(triton.cdiv(n_rows, 64),)](partial, norm, n_rows, n_cols, n_shares, SHARES=64, BLOCK=64)
    normalize_dims_kernel[grid](x, norm, y, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                                ROWS=16, BLOCK=128, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
