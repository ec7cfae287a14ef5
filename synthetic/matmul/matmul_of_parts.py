"""Matrix product of parts of two matrices, y = f(tril(a) @ triu(b)): either of them a triangle above or below
any diagonal, or symmetrized.

What lies outside a part is never read: the triangle is one more condition of the mask. A symmetric part reads
a tile and the tile that mirrors it.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 5), (40, 7), (70, 70)]  # K, N


def make(K, N):
    return torch.randn(K, K), torch.randn(K, N) / K ** 0.5


def matmul_of_parts_torch(a, b):
    a = torch.tril(a)
    b = torch.triu(b)
    y = a @ b
    y = torch.tril(y)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_of_parts_kernel(a_ptr, b_ptr, y_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        a_mask = (rows[:, None] < M) & (k[None, :] < K)
        b_mask = (k[:, None] < K) & (columns[None, :] < N) & (columns[None, :] >= k[:, None])
        a_mask = a_mask & (k[None, :] <= rows[:, None])
        a = tl.load(a_ptr + rows[:, None] * stride_am + k[None, :] * stride_ak, mask=a_mask, other=0.0).to(tl.float32)
        b = tl.load(b_ptr + k[:, None] * stride_bk + columns[None, :] * stride_bn, mask=b_mask, other=0.0).to(tl.float32)
        y += tl.dot(a, b, input_precision="tf32x3")
    y = tl.where(columns[None, :] <= rows[:, None], y, 0.0)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_of_parts_triton(a, b):
    M, K = a.shape
    N = b.shape[1]
    y = torch.empty((M, N), device=a.device, dtype=a.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_of_parts_kernel[grid](a, b, y, M, N, K, a.stride(0), a.stride(1), b.stride(0), b.stride(1),
                                 BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
