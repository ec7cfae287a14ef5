"""Linear layer reduced by log-sum-exp, z = logsumexp(x @ w.T + b, -1), without ever writing the logits.

One program owns BLOCK_M rows and walks over the column tiles with the online form: it keeps the largest logit
so far and the sum of exp(logit - largest), and rescales that sum whenever a tile brings a larger one. No exp
can overflow.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (40, 50, 70)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)


def matmul_logsumexp_torch(x, w, b):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    z = torch.logsumexp(y, dim=-1)
    z = torch.sigmoid(z)
    return z


@triton.jit
def matmul_logsumexp_kernel(x_ptr, w_ptr, b_ptr, z_ptr, M, N, K, stride_xm, stride_xk, stride_wn, stride_wk,
                            BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    largest = tl.full((BLOCK_M,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BLOCK_M,), dtype=tl.float32)
    for first_column in range(0, N, BLOCK_N):
        columns = first_column + tl.arange(0, BLOCK_N).to(tl.int64)
        y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for start in range(0, K, BLOCK_K):
            k = start + tl.arange(0, BLOCK_K).to(tl.int64)
            x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk,
                        mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0).to(tl.float32)
            w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn,
                        mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
            y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
        y = tl.maximum(y, 0.0)
        y = tl.where(columns[None, :] < N, y, float("-inf"))
        new_largest = tl.maximum(largest, tl.max(y, axis=1))
        total = total * tl.exp(largest - new_largest) + tl.sum(tl.exp(y - new_largest[:, None]), axis=1)
        largest = new_largest
    z = largest + tl.log(total)
    z = tl.sigmoid(z)
    tl.store(z_ptr + rows, z, mask=rows < M)


def matmul_logsumexp_triton(x, w, b):
    M, K = x.shape
    N = w.shape[0]
    z = torch.empty((M,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 32),)
    matmul_logsumexp_kernel[grid](x, w, b, z, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                                  BLOCK_M=32, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return z


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
