"""Vector times matrix, y = v @ w for v (K,) and w (K, N), with a pointwise tail; also w.T @ v.

The sum runs down the rows of w, while neighbouring threads should read neighbouring columns: one program owns
BLOCK_N columns and walks down, BLOCK_K rows at a time. Tiles are high and narrow: a wide matrix has enough columns
for all programs, and many rows are on their way at once.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (33, 3), (300, 140)]  # K, N


def make(K, N):
    return torch.randn(K), torch.randn(K, N) / K ** 0.5


def vecmat_torch(v, w):
    y = v @ w
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def vecmat_kernel(v_ptr, w_ptr, y_ptr, N, K, stride_v, stride_wk, stride_wn, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    columns = tl.program_id(0).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    products = tl.zeros((BLOCK_K, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        mask = (k[:, None] < K) & (columns[None, :] < N)
        v = tl.load(v_ptr + k * stride_v, mask=k < K, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn, mask=mask, other=0.0).to(tl.float32)
        products += v[:, None] * w
    y = tl.sum(products, axis=0)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + columns, y, mask=columns < N)


def vecmat_triton(v, w):
    K, N = w.shape
    y = torch.empty((N,), device=w.device, dtype=w.dtype)
    block_k = min(512, triton.next_power_of_2(K))
    block_n = 16384 // block_k
    grid = (triton.cdiv(N, block_n),)
    vecmat_kernel[grid](v, w, y, N, K, v.stride(0), w.stride(0), w.stride(1), BLOCK_N=block_n, BLOCK_K=block_k,
                        num_warps=16)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
