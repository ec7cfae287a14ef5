"""Matrix of all dot products of rows, y = x @ x.T for x (M, K): symmetric, so half of the tiles are enough.

Only programs on or below the diagonal work. Each writes its tile and the mirror image of it; on the diagonal
both writes put the same numbers to the same place.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (33, 5), (70, 40)]  # M, K


def make(M, K):
    return (torch.randn(M, K) / K ** 0.25,)


def matmul_symmetric_torch(x):
    y = x @ x.T
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_symmetric_kernel(x_ptr, y_ptr, M, K, stride_xm, stride_xk, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    if tl.program_id(1) <= tl.program_id(0):
        rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
        columns = tl.program_id(1).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
        y = tl.zeros((BLOCK_M, BLOCK_M), dtype=tl.float32)
        for start in range(0, K, BLOCK_K):
            k = start + tl.arange(0, BLOCK_K).to(tl.int64)
            left = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk,
                           mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0).to(tl.float32)
            right = tl.load(x_ptr + k[:, None] * stride_xk + columns[None, :] * stride_xm,
                            mask=(k[:, None] < K) & (columns[None, :] < M), other=0.0).to(tl.float32)
            y += tl.dot(left, right, input_precision="tf32x3")
        y = tl.maximum(y, 0.0)
        y = tl.sigmoid(y)
        mask = (rows[:, None] < M) & (columns[None, :] < M)
        tl.store(y_ptr + rows[:, None] * M + columns[None, :], y, mask=mask)
        tl.store(y_ptr + columns[None, :] * M + rows[:, None], y, mask=mask)


def matmul_symmetric_triton(x):
    M, K = x.shape
    stride_xm, stride_xk = x.stride()
    y = torch.empty((M, M), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 64), triton.cdiv(M, 64))
    matmul_symmetric_kernel[grid](x, y, M, K, stride_xm, stride_xk, BLOCK_M=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
