"""Every row of one matrix with every row of another, joined and summed, y[i, j] = g(sum_k f(x[i, k] - z[j,
k])): distances, kernels, histograms.

A program takes a tile of pairs and walks k, a column of x and one of z at a time: the joined tensor of three
dimensions never exists.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2), (5, 7, 3), (33, 20, 11)]


def make(M, N, K):
    return torch.randn(M, 1, K), torch.randn(N, K)


def sum_of_pairs_torch(x, z):
    y = torch.sub(x, z)
    y = torch.square(y)
    y = torch.sum(y, dim=-1)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def sum_of_pairs_kernel(x_ptr, z_ptr, y_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    rows = (tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M))[:, None]
    columns = (tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N))[None, :]
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for k in range(0, K):
        x = tl.load(x_ptr + rows * K + k, mask=rows < M, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + columns * K + k, mask=columns < N, other=0.0).to(tl.float32)
        y = x - z
        y = y * y
        total += y
    y = total
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows * N + columns, y, mask=(rows < M) & (columns < N))


def sum_of_pairs_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, N, K = x.shape[0], *z.shape
    y = torch.empty((M, N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 32))
    sum_of_pairs_kernel[grid](x, z, y, M, N, K, BLOCK_M=32, BLOCK_N=32)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
