"""Sum over dim 0, y[j] = sum_i x[i, j], and the other reductions that go down a column.

Neighbouring threads must read neighbouring addresses, so a program takes a strip of BLOCK_COLS columns, not
one column. Few columns would leave the machine idle, so the rows are cut into at most 256 shares: each
program of the first launch walks down one share of one strip, BLOCK_ROWS rows at a time, and leaves a partial
result; the second launch folds the shares.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (70, 65)]


def make(*shape):
    return (torch.randn(shape),)


def sum_dim0_torch(x):
    x = torch.square(x)
    y = torch.sum(x, dim=0)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def sum_dim0_share_kernel(x_ptr, partial_ptr, n_rows, n_cols, share, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_rows)
    tile = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    for start in range(first, end, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        mask = (rows[:, None] < end) & (cols[None, :] < n_cols)
        offsets = rows[:, None].to(tl.int64) * n_cols + cols[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = x * x
        tile += tl.where(mask, x, 0.0)
    tl.store(partial_ptr + tl.program_id(1).to(tl.int64) * n_cols + cols, tl.sum(tile, axis=0), mask=cols < n_cols)


@triton.jit
def sum_dim0_kernel(partial_ptr, y_ptr, n_shares, n_cols, SHARES: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    shares = tl.arange(0, SHARES)
    mask = (shares[:, None] < n_shares) & (cols[None, :] < n_cols)
    partial = tl.load(partial_ptr + shares[:, None].to(tl.int64) * n_cols + cols[None, :], mask=mask, other=0.0)
    y = tl.sum(partial, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + cols, y, mask=cols < n_cols)


def sum_dim0_triton(x):
    x = x.contiguous()
    n_rows = x.shape[0]
    n_cols = x.numel() // n_rows
    share = max(triton.cdiv(n_rows, 256), 64)
    n_shares = triton.cdiv(n_rows, share)
    partial = torch.empty((n_shares, n_cols), dtype=torch.float32, device=x.device)
    y = x.new_empty(x.shape[1:])
    columns = min(triton.next_power_of_2(n_cols), 64)
    blocks = triton.cdiv(n_cols, columns)
    sum_dim0_share_kernel[(blocks, n_shares)](x, partial, n_rows, n_cols, share, BLOCK_ROWS=2048 // columns,
                                             BLOCK_COLS=columns)
    sum_dim0_kernel[(blocks,)](partial, y, n_shares, n_cols, SHARES=256, BLOCK_COLS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
