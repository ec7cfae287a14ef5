"""Matrix product with two results, z = x @ w and y = max(sigmoid(z), z): what a residual around a norm needs.

z is written as well as computed with: it costs one more store, and no reading.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (70, 40, 65)]  # M, K, N


def make(M, K, N):
    x = torch.randn(M, K)
    w = torch.randn(K, N) / K ** 0.5
    return x, w


def matmul_kept_torch(x, w):
    y = x @ w
    y = torch.relu(y)
    z = y
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return z, y


@triton.jit
def matmul_kept_kernel(x_ptr, w_ptr, z_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                        BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    y = tl.maximum(y, 0.0)
    z = y
    y = tl.sigmoid(y)
    y = tl.maximum(y, z)
    y = tl.sin(y)
    tl.store(z_ptr + offsets, z, mask=mask)
    tl.store(y_ptr + offsets, y, mask=mask)


def matmul_kept_triton(x, w):
    M, K = x.shape
    N = w.shape[1]
    stride_xm, stride_xk = x.stride()
    stride_wk, stride_wn = w.stride()
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    z = torch.empty_like(y)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_kept_kernel[grid](x, w, z, y, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return z, y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
