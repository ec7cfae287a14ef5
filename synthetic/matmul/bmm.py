"""Batched matrix product, y[b] = x[b] @ w[b] for x (B, M, K) and w (B, K, N), with a pointwise tail.

One program owns one tile of one y[b]. The batch and the row tile share grid axis 0, the only axis that may be
longer than 65535; every tensor is walked by its strides, so transposed operands need no copy.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 70, 40, 20)]  # B, M, K, N


def make(B, M, K, N):
    return torch.randn(B, M, K), torch.randn(B, K, N) / K ** 0.5


def bmm_torch(x, w):
    y = torch.bmm(x, w)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def bmm_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn,
               BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + batch * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + batch * stride_wb + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    offsets = (batch * M + rows[:, None]) * N + columns[None, :]
    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def bmm_triton(x, w):
    B, M, K = x.shape
    N = w.shape[2]
    stride_xb, stride_xm, stride_xk = x.stride()
    stride_wb, stride_wk, stride_wn = w.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    bmm_kernel[grid](x, w, y, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn,
                     BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
