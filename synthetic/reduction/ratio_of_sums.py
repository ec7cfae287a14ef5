"""Two sums over any dimensions from one reading of two tensors, and what becomes of them, sum((x - z)^2) /
sum(z^2): errors that are relative.

What is kept, and what is reduced, are two groups of neighbouring dimensions each (or one, or three): the
place of element (r, c) is r // n_low * high + r % n_low * low + c // n_second * first + c % n_second *
second. A program takes ROWS results at a time and one of at most 64 shares of their elements, and walks it in
tiles of BLOCK. A second launch folds the shares of both.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def ratio_of_sums_torch(x, z):
    x = torch.relu(x)
    v = torch.sum((x - z) ** 2, dim=(0, 2))
    w = torch.sum(z ** 2, dim=(0, 2))
    score = torch.div(v, w)
    score = torch.sigmoid(score)
    return score


@triton.jit
def ratio_of_sums_share_kernel(x_ptr, z_ptr, v_ptr, w_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                               ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts = (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    v = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    w = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        places = starts + cols // n_second * first + cols % n_second * second
        x = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + places, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        v += tl.where(mask, (x - z) * (x - z), 0.0)
        w += tl.where(mask, z * z, 0.0)
    offsets = tl.program_id(1).to(tl.int64) * n_rows + rows
    tl.store(v_ptr + offsets, tl.sum(v, axis=1), mask=rows < n_rows)
    tl.store(w_ptr + offsets, tl.sum(w, axis=1), mask=rows < n_rows)


@triton.jit
def load_sum(partial_ptr, rows, n_rows, n_shares, SHARES: tl.constexpr):
    shares = tl.arange(0, SHARES).to(tl.int64)
    mask = (shares[:, None] < n_shares) & (rows < n_rows)
    return tl.sum(tl.load(partial_ptr + shares[:, None] * n_rows + rows, mask=mask, other=0.0), axis=0)


@triton.jit
def ratio_of_sums_kernel(v_ptr, w_ptr, y_ptr, n_rows, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = load_sum(v_ptr, rows, n_rows, n_shares, SHARES)
    w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)
    y = v / w
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)


def ratio_of_sums_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    A, B, C, D = x.shape
    n_rows, n_low, high, low = B * D, D, C * D, 1
    n_cols, n_second, first, second = A * C, C, B * C * D, D
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    v = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)
    w = torch.empty_like(v)
    y = x.new_empty((B, D))
    grid = (triton.cdiv(n_rows, 16), n_shares)
    ratio_of_sums_share_kernel[grid](x, z, v, w, n_rows, n_low, high, low, n_cols, n_second, first, second, share, ROWS=16, BLOCK=64)
    ratio_of_sums_kernel[(triton.cdiv(n_rows, 64),)](v, w, y, n_rows, n_shares, SHARES=64, BLOCK=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
