"""Matrix product summed along its rows, z = (x @ w).sum(-1), without ever writing x @ w; mean, max and min too.

One program owns BLOCK_M rows and all of their columns: it walks over the column tiles, finishes each tile's K loop,
and folds the tile into one number a row. Columns beyond N hold zeros that are not data, so they are masked out.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (40, 50, 70)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(K, N) / K ** 0.5


def matmul_reduce_torch(x, w):
    y = x @ w
    y = torch.relu(y)
    z = y.sum(dim=-1)
    z = torch.sigmoid(z)
    return z


@triton.jit
def matmul_reduce_kernel(x_ptr, w_ptr, z_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                         BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    z = tl.zeros((BLOCK_M,), dtype=tl.float32)
    for first_column in range(0, N, BLOCK_N):
        columns = first_column + tl.arange(0, BLOCK_N).to(tl.int64)
        y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for start in range(0, K, BLOCK_K):
            k = start + tl.arange(0, BLOCK_K).to(tl.int64)
            x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk,
                        mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0).to(tl.float32)
            w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn,
                        mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0).to(tl.float32)
            y += tl.dot(x, w, input_precision="tf32x3")
        y = tl.maximum(y, 0.0)
        z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)
    z = tl.sigmoid(z)
    tl.store(z_ptr + rows, z, mask=rows < M)


def matmul_reduce_triton(x, w):
    M, K = x.shape
    N = w.shape[1]
    z = torch.empty((M,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 32),)
    matmul_reduce_kernel[grid](x, w, z, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                               BLOCK_M=32, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return z


FAMILY = {
    "matmul_mean": {
        "y.sum(": "y.mean(",
        "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)": "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1) / N",
    },
    "matmul_max": {
        "y.sum(": "y.amax(",
        "z = tl.zeros((BLOCK_M,), dtype=tl.float32)": 'z = tl.full((BLOCK_M,), float("-inf"), dtype=tl.float32)',
        "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)":
            'z = tl.maximum(z, tl.max(tl.where(columns[None, :] < N, y, float("-inf")), axis=1))',
    },
    "matmul_min": {
        "y.sum(": "y.amin(",
        "z = tl.zeros((BLOCK_M,), dtype=tl.float32)": 'z = tl.full((BLOCK_M,), float("inf"), dtype=tl.float32)',
        "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)":
            'z = tl.minimum(z, tl.min(tl.where(columns[None, :] < N, y, float("inf")), axis=1))',
    },
}
AXES = [
    {
        "keepdim": {"dim=-1)": "dim=-1, keepdim=True)", "torch.empty((M,)": "torch.empty((M, 1)"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
