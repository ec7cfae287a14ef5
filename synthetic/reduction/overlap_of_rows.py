"""Three sums of each row from one reading of two tensors, and what they make of each other: Tversky's index,
Jaccard's, F-scores that differentiate.

One program takes one row. What both agree on, what x has alone and what z has alone are summed side by side.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (7, 300), (2, 1100)]


def make(M, N):
    return torch.randn(M, N), torch.rand(M, N)


def overlap_of_rows_torch(x, z):
    x = torch.sigmoid(x)
    both = torch.sum(x * z, dim=-1)
    mine = torch.sum(x * (1 - z), dim=-1)
    other = torch.sum((1 - x) * z, dim=-1)
    y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)
    return y


@triton.jit
def overlap_of_rows_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    both_lanes = tl.zeros([BLOCK], dtype=tl.float32)
    mine_lanes = tl.zeros([BLOCK], dtype=tl.float32)
    other_lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.sigmoid(x)
        both_lanes += tl.where(mask, x * z, 0.0)
        mine_lanes += tl.where(mask, x * (1.0 - z), 0.0)
        other_lanes += tl.where(mask, (1.0 - x) * z, 0.0)
    both = tl.sum(both_lanes, axis=0)
    mine = tl.sum(mine_lanes, axis=0)
    other = tl.sum(other_lanes, axis=0)
    y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)
    tl.store(y_ptr + row, y)


def overlap_of_rows_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(n_rows)
    block = min(triton.next_power_of_2(n_cols), 1024)
    overlap_of_rows_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
