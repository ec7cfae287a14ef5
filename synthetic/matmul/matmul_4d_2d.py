"""Tensor product over the last dimension, y[b, i, j] = x[b, i, j] @ w for x (B, I, J, L) and w (L, K).

x is contiguous, so its B * I * J rows follow one another and a view makes it a matrix: nothing is moved. One
program then owns one tile of the (B * I * J, K) result.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 33), (2, 3, 13, 50, 65)]  # B, I, J, L, K


def make(B, I, J, L, K):
    return torch.randn(B, I, J, L), torch.randn(L, K) / L ** 0.5


def matmul_4d_2d_torch(x, w):
    y = torch.einsum("bijl,lk->bijk", x, w)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_4d_2d_kernel(x_ptr, w_ptr, y_ptr, R, L, K, stride_wl, stride_wk,
                        BLOCK_R: tl.constexpr, BLOCK_K: tl.constexpr, BLOCK_L: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_R + tl.arange(0, BLOCK_R)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_K + tl.arange(0, BLOCK_K)
    depth = tl.arange(0, BLOCK_L)
    x_ptrs = x_ptr + rows[:, None] * L + depth[None, :]
    w_ptrs = w_ptr + depth[:, None] * stride_wl + columns[None, :] * stride_wk
    y = tl.zeros((BLOCK_R, BLOCK_K), dtype=tl.float32)
    for start in range(0, L, BLOCK_L):
        x = tl.load(x_ptrs, mask=(rows[:, None] < R) & (depth[None, :] < L - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(depth[:, None] < L - start) & (columns[None, :] < K), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_L
        w_ptrs += BLOCK_L * stride_wl

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * K + columns[None, :], y, mask=(rows[:, None] < R) & (columns[None, :] < K))


def matmul_4d_2d_triton(x, w):
    x = x.contiguous()
    B, I, J, L = x.shape
    K = w.shape[1]
    stride_wl, stride_wk = w.stride()
    R = B * I * J
    y = torch.empty((B, I, J, K), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(R, 128), triton.cdiv(K, 64))
    matmul_4d_2d_kernel[grid](x, w, y, R, L, K, stride_wl, stride_wk, BLOCK_R=128, BLOCK_K=64, BLOCK_L=32, num_warps=8)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
