"""A statistic of each row of x beside each number of a vector, y[i, j] = sum_k x[i, k]^2 + z[j]: half of a
table of distances.

One program takes one row: it reads all of x's to one number, then walks z, whose length is another, and
writes a row of y.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5, 2), (3, 33, 7), (5, 9, 300), (2, 300, 5)]


def make(M, K, N):
    return torch.randn(M, K), torch.randn(N)


def reduced_and_row_torch(x, z):
    x = torch.sum(x * x, dim=-1, keepdim=True)
    x = torch.sub(x, z)
    return x


@triton.jit
def reduced_and_row_kernel(x_ptr, z_ptr, y_ptr, K, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, K, BLOCK):
        k = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * K + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += tl.where(k < K, x * x, 0.0)
    total = tl.sum(lanes, axis=0)
    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        z = tl.load(z_ptr + cols, mask=cols < N, other=0.0).to(tl.float32)
        x = tl.full([BLOCK], 0.0, dtype=tl.float32) + total
        x = x - z
        tl.store(y_ptr + row * N + cols, x, mask=cols < N)


def reduced_and_row_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    K, N = x.shape[-1], z.numel()
    y = x.new_empty(*x.shape[:-1], N)
    block = min(triton.next_power_of_2(max(K, N)), 1024)
    reduced_and_row_kernel[(x.numel() // K,)](x, z, y, K, N, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
