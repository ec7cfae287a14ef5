"""Matrix product between two functions, y = sigmoid(relu(x) @ w): one on the way in, one on the way out.

One program owns one tile of y, applies the first function to each tile of x as it arrives and the second to
the finished accumulator. Neither intermediate matrix ever reaches memory.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (70, 50, 65)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(K, N) / K ** 0.5


def matmul_prologue_tail_torch(x, w):
    x = torch.relu(x)
    y = x @ w
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_prologue_tail_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                                BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        x_mask = (rows[:, None] < M) & (k[None, :] < K)
        w_mask = (k[:, None] < K) & (columns[None, :] < N)
        x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk, mask=x_mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn, mask=w_mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # w is zero beyond K, but a function that is infinite at zero would still give NaN there.
        x = tl.where(x_mask, x, 0.0)
        y += tl.dot(x, w, input_precision="tf32x3")
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_prologue_tail_triton(x, w):
    M, K = x.shape
    N = w.shape[1]
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_prologue_tail_kernel[grid](x, w, y, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                                      BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
