"""Distances between the rows of two matrices, y[i, j] = sum_k |x[i, k] - w[j, k]|; also squared and largest.

A matrix product with other operations in place of * and +. The squared distance is NOT taken as x.x + w.w - 2 x.w,
which cancels where rows are close. One program owns a tile of y and takes one column of x and of w at a time.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 33, 5), (40, 35, 9)]  # M, N, K


def make(M, N, K):
    return torch.randn(M, K), torch.randn(N, K)


def cdist_torch(x, w):
    y = (x[:, None, :] - w[None, :, :]).abs().sum(dim=-1)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def cdist_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wn, stride_wk,
                 BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    x_ptrs = x_ptr + rows * stride_xm
    w_ptrs = w_ptr + columns * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for _ in range(0, K):
        x = tl.load(x_ptrs, mask=rows < M, other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=columns < N, other=0.0).to(tl.float32)
        distance = tl.abs(x[:, None] - w[None, :])
        y = y + distance
        x_ptrs += stride_xk
        w_ptrs += stride_wk
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def cdist_triton(x, w):
    M, K = x.shape
    N = w.shape[0]
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 64))
    cdist_kernel[grid](x, w, y, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                       BLOCK_M=32, BLOCK_N=64, num_warps=4)
    return y


FAMILY = {
    "cdist_squared": {".abs().sum(dim=-1)": ".square().sum(dim=-1)",
                      "y = y + distance": "y = y + distance * distance"},
    "cdist_largest": {".abs().sum(dim=-1)": ".abs().amax(dim=-1)",
                      "y = y + distance": "y = tl.maximum(y, distance)"},
    "cdist_smallest": {".abs().sum(dim=-1)": ".abs().amin(dim=-1)",
                       "y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)":
                           'y = tl.full((BLOCK_M, BLOCK_N), float("inf"), dtype=tl.float32)',
                       "y = y + distance": "y = tl.minimum(y, distance)"},
    "cdist_mean": {".abs().sum(dim=-1)": ".abs().mean(dim=-1)",
                   "y = y + distance": "y = y + distance / K"},
}
AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
