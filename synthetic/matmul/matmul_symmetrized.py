"""Symmetric part of a matrix product, y = (x @ w + (x @ w).T) / 2, or what else joins a product with its own
transpose.

Element [i, j] of the transpose is row j of x times column i of w. One program owns one tile of y and makes
two tiles of the product, its own and the turned one, which it never reads back: the same K loop has two
products in it.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 2, 1), (3, 5, 7), (2, 66, 40)]  # B, N, K


def make(B, N, K):
    return torch.randn(B, N, K), torch.randn(B, K, N) / K ** 0.5


def matmul_symmetrized_torch(x, w):
    y = x @ w
    y = (y + y.transpose(-2, -1)) / 2.0
    y = torch.relu(y)
    return y


@triton.jit
def matmul_symmetrized_kernel(x_ptr, w_ptr, y_ptr, N, K, stride_xb, stride_xn, stride_xk, stride_wb, stride_wk, stride_wn,
                              BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles = tl.cdiv(N, BLOCK_N)
    pid = tl.program_id(0).to(tl.int64)
    b = pid // tiles
    rows = pid % tiles * BLOCK_N + tl.arange(0, BLOCK_N)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    x_ptr += b * stride_xb
    w_ptr += b * stride_wb
    y = tl.zeros((BLOCK_N, BLOCK_N), dtype=tl.float32)
    z = tl.zeros((BLOCK_N, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        row_mask = (rows[:, None] < N) & (k[None, :] < K)
        column_mask = (k[:, None] < K) & (columns[None, :] < N)
        x = tl.load(x_ptr + rows[:, None] * stride_xn + k[None, :] * stride_xk, mask=row_mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn, mask=column_mask, other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        w = tl.load(w_ptr + rows[:, None] * stride_wn + k[None, :] * stride_wk, mask=row_mask, other=0.0).to(tl.float32)
        x = tl.load(x_ptr + k[:, None] * stride_xk + columns[None, :] * stride_xn, mask=column_mask, other=0.0)
        z += tl.dot(w.to(x.dtype), x, input_precision="tf32x3")

    y = (y + z) / 2.0
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + (b * N + rows[:, None]) * N + columns[None, :], y, mask=(rows[:, None] < N) & (columns[None, :] < N))


def matmul_symmetrized_triton(x, w):
    B, N, K = x.shape
    stride_xb, stride_xn, stride_xk = x.stride()
    stride_wb, stride_wk, stride_wn = w.stride()
    y = torch.empty(x.shape[:-2] + (N, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(N, 64), triton.cdiv(N, 64))
    matmul_symmetrized_kernel[grid](x, w, y, N, K, stride_xb, stride_xn, stride_xk, stride_wb, stride_wk, stride_wn,
                                    BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
