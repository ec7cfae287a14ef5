"""Product of two triangular matrices, y = tril(tril(a) @ tril(b)) for a (M, K) and b (K, N).

Term k of y[i, j] is zero unless j <= k <= i. So a tile of y walks only from the first of its columns to the
last of its rows, and the product is lower triangular by itself: above the diagonal there is no term at all.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(4, 3, 2), (20, 33, 25), (70, 40, 65)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(K, N) / K ** 0.5


def triangular_both_torch(a, b):
    y = torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def triangular_both_kernel(a_ptr, b_ptr, y_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn,
                           BLOCK: tl.constexpr, BLOCK_K: tl.constexpr):
    tile_m = tl.program_id(0)
    tile_n = tl.program_id(1)
    rows = tile_m.to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    columns = tile_n.to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    y = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    begin = tile_n * BLOCK
    end = tl.minimum(K, (tile_m + 1) * BLOCK)
    for start in range(begin, end, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        a_kept = (rows[:, None] < M) & (k[None, :] < K) & (k[None, :] <= rows[:, None])
        b_kept = (k[:, None] < K) & (columns[None, :] < N) & (columns[None, :] <= k[:, None])
        a = tl.load(a_ptr + rows[:, None] * stride_am + k[None, :] * stride_ak, mask=a_kept, other=0.0).to(tl.float32)
        b = tl.load(b_ptr + k[:, None] * stride_bk + columns[None, :] * stride_bn, mask=b_kept, other=0.0)
        y += tl.dot(a.to(b.dtype), b, input_precision="tf32x3")
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def triangular_both_triton(a, b):
    M, K = a.shape
    N = b.shape[1]
    y = torch.empty((M, N), device=a.device, dtype=a.dtype)
    grid = (triton.cdiv(M, 64), triton.cdiv(N, 64))
    triangular_both_kernel[grid](a, b, y, M, N, K, a.stride(0), a.stride(1), b.stride(0), b.stride(1),
                                 BLOCK=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
