"""What is left of a row beside its median, or its k-th smallest value: centred without a mean, clipped at a
quantile, robust scores.

One program takes one row. A number's rank is how many stand before it, those that are equal and further left
included, so that each rank is held once; it is counted tile by tile. Then the row is read once more beside
the number of the wanted rank.
"""

import torch

import triton
import triton.language as tl

from python_to_triton.verification.exemplar import run

CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 9), (2, 70)]


def make(*shape):
    return (torch.randn(shape),)


def center_by_rank_torch(x):
    z = torch.median(x, dim=-1, keepdim=True).values
    x = torch.sub(x, z)
    return x


@triton.jit
def center_by_rank_kernel(x_ptr, y_ptr, n_cols, rank_wanted, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    value = tl.zeros([BLOCK], dtype=tl.float32)
    for start_j in range(0, n_cols, BLOCK):
        j = start_j + tl.arange(0, BLOCK)
        mine = tl.load(x_ptr + row * n_cols + j, mask=j < n_cols, other=0.0).to(tl.float32)
        rank = tl.zeros([BLOCK], dtype=tl.int32)
        for start_k in range(0, n_cols, BLOCK):
            k = start_k + tl.arange(0, BLOCK)
            other = tl.load(x_ptr + row * n_cols + k, mask=k < n_cols, other=0.0).to(tl.float32)
            before = (other[None, :] < mine[:, None]) | ((other[None, :] == mine[:, None]) & (k[None, :] < j[:, None]))
            rank += tl.sum((before & (k < n_cols)[None, :]).to(tl.int32), axis=1)
        value += tl.where((j < n_cols) & (rank == rank_wanted), mine, 0.0)
    z = tl.sum(value, axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        x = x - z
        tl.store(y_ptr + row * n_cols + cols, x, mask=cols < n_cols)


def center_by_rank_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    rank_wanted = (n_cols - 1) // 2
    y = x.new_empty(x.shape)
    center_by_rank_kernel[(x.numel() // n_cols,)](x, y, n_cols, rank_wanted, BLOCK=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
