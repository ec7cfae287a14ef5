"""Linear layer, y = x @ w.T + b for x (..., K), w (N, K) and b (N,), with a pointwise tail.

w is stored one row for each output, as torch.nn.Linear does; reading it as (K, N) only swaps its strides. The
bias is added to the accumulator, then the tail, then the only write. All leading dimensions of x are rows.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions


def make(N, K, *rows):
    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)


def linear_torch(x, w, b):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def linear_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                  BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def linear_triton(x, w, b):
    x = x.contiguous()
    N, K = w.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
