"""Lower triangle of a matrix product, y = tril(x @ w), and the upper one; `diagonal` moves the border.

One program owns one tile of y. A tile wholly on the wrong side is zero without looking at x or w: its K loop runs
zero times. Only tiles that the border crosses need the mask, but testing for that would cost more than the mask.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(5, 1, 4), (7, 5, 33), (70, 50, 65)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(K, N) / K ** 0.5


def matmul_triangle_torch(x, w):
    y = x @ w
    y = torch.relu(y)
    y = torch.tril(y, diagonal=0)
    return y


@triton.jit
def matmul_triangle_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn, DIAGONAL: tl.constexpr,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    first_row = tl.program_id(0).to(tl.int64) * BLOCK_M
    first_column = tl.program_id(1).to(tl.int64) * BLOCK_N
    rows = first_row + tl.arange(0, BLOCK_M)
    columns = first_column + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    wanted = first_column - (first_row + BLOCK_M - 1) <= DIAGONAL
    for start in range(0, tl.where(wanted, K, 0), BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.where(columns[None, :] - rows[:, None] <= DIAGONAL, y, 0.0)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_triangle_triton(x, w):
    M, K = x.shape
    N = w.shape[1]
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_triangle_kernel[grid](x, w, y, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1), DIAGONAL=0,
                                 BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "matmul_upper_triangle": {
        "torch.tril": "torch.triu",
        "wanted = first_column - (first_row + BLOCK_M - 1) <= DIAGONAL": "wanted = first_column + BLOCK_N - 1 - first_row >= DIAGONAL",
        "columns[None, :] - rows[:, None] <= DIAGONAL": "columns[None, :] - rows[:, None] >= DIAGONAL",
    },
}
AXES = [
    {
        "above": {"diagonal=0": "diagonal=1", "DIAGONAL=0": "DIAGONAL=1"},
        "below": {"diagonal=0": "diagonal=-1", "DIAGONAL=0": "DIAGONAL=-1"},
        "two_above": {"diagonal=0": "diagonal=2", "DIAGONAL=0": "DIAGONAL=2"},
        "two_below": {"diagonal=0": "diagonal=-2", "DIAGONAL=0": "DIAGONAL=-2"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
