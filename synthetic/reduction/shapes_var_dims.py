"""Variance over several dimensions of a program of tensors that broadcast together; the standard deviation is
its root.

The rows are the elements of the result, the columns what each is made of. A program takes ROWS rows and one
of at most 64 shares of their columns, and walks it in tiles of BLOCK; a second launch folds the shares. Sums
are float64, where E[x^2] - E[x]^2 has digits to lose.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 1, 3), (2, 3, 5, 7), (3, 4, 2, 33)]


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(W), torch.randn(W)


def shapes_var_dims_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.var(x, dim=(0, 2))
    y = y + p
    return y


@triton.jit
def shapes_var_dims_share_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_rows, n_cols, share, C, H, W, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts = (rows // W * (H * W) + rows % W)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    total = tl.zeros([ROWS, BLOCK], dtype=tl.float64)
    squares = tl.zeros([ROWS, BLOCK], dtype=tl.float64)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        places = starts + cols // H * (C * H * W) + cols % H * W
        x = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + places // (H * W) % C, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + places % W, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        wide = tl.where(mask, x, 0.0).to(tl.float64)
        total += wide
        squares += wide * wide
    offsets = tl.program_id(1).to(tl.int64) * n_rows + rows
    tl.store(partial_ptr + offsets, tl.sum(total, axis=1), mask=rows < n_rows)
    tl.store(partial_ptr + tl.num_programs(1).to(tl.int64) * n_rows + offsets, tl.sum(squares, axis=1), mask=rows < n_rows)


@triton.jit
def load_sum(partial_ptr, rows, n_rows, n_shares, SHARES: tl.constexpr):
    shares = tl.arange(0, SHARES).to(tl.int64)
    mask = (shares[:, None] < n_shares) & (rows < n_rows)
    return tl.sum(tl.load(partial_ptr + shares[:, None] * n_rows + rows, mask=mask, other=0.0), axis=0)


@triton.jit
def shapes_var_dims_kernel(partial_ptr, p_ptr, y_ptr, n_rows, n_cols, n_shares, W, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = load_sum(partial_ptr, rows, n_rows, n_shares, SHARES)
    squares = load_sum(partial_ptr + tl.cast(n_shares, tl.int64) * n_rows, rows, n_rows, n_shares, SHARES)
    rest = (squares - total * total / n_cols).to(tl.float32)
    y = tl.maximum(rest, 0.0) / (n_cols - 1)
    p = tl.load(p_ptr + rows % W, mask=rows < n_rows, other=0.0).to(tl.float32)
    y = y + p
    tl.store(y_ptr + rows, y, mask=rows < n_rows)


def shapes_var_dims_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    N, C, H, W = x.shape
    n_rows, n_cols = C * W, N * H
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    partial = torch.empty((2, n_shares, n_rows), dtype=torch.float64, device=x.device)
    y = torch.empty((C, W), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(n_rows, 16), n_shares)
    shapes_var_dims_share_kernel[grid](x, z, w, partial, n_rows, n_cols, share, C, H, W, ROWS=16, BLOCK=64)
    shapes_var_dims_kernel[(triton.cdiv(n_rows, 64),)](partial, p, y, n_rows, n_cols, n_shares, W, SHARES=64, BLOCK=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
