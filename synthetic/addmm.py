"""Scaled matrix product plus a matrix, y = beta * c + alpha * (x @ w), with a pointwise tail.

One program owns one tile of y. alpha scales the finished accumulator, not every term of the sum.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (70, 50, 65)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, N), torch.randn(M, K), torch.randn(K, N) / K ** 0.5


def addmm_torch(c, x, w):
    y = torch.addmm(c, x, w, beta=1.0, alpha=1.0)
    y = torch.relu(y)
    y = y * 0.5
    return y


@triton.jit
def addmm_kernel(c_ptr, x_ptr, w_ptr, y_ptr, M, N, K, stride_cm, stride_cn, stride_xm, stride_xk, stride_wk, stride_wn,
                 BETA: tl.constexpr, ALPHA: tl.constexpr,
                 BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    mask = (rows[:, None] < M) & (columns[None, :] < N)
    c = tl.load(c_ptr + rows[:, None] * stride_cm + columns[None, :] * stride_cn, mask=mask, other=0.0).to(tl.float32)
    y = BETA * c + ALPHA * y
    y = tl.maximum(y, 0.0)
    y = 0.5 * y
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)


def addmm_triton(c, x, w):
    M, K = x.shape
    N = w.shape[1]
    stride_cm, stride_cn = c.stride(0), c.stride(1)
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    addmm_kernel[grid](c, x, w, y, M, N, K, stride_cm, stride_cn, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                       BETA=1.0, ALPHA=1.0, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "addmm_row": {"torch.randn(M, N)": "torch.randn(N)",
                  "stride_cm, stride_cn = c.stride(0), c.stride(1)": "stride_cm, stride_cn = 0, c.stride(0)"},
    "addmm_column": {"torch.randn(M, N)": "torch.randn(M, 1)",
                     "stride_cm, stride_cn = c.stride(0), c.stride(1)": "stride_cm, stride_cn = c.stride(0), 0"},
}
AXES = [
    {
        "second_transposed": {
            "torch.randn(K, N)": "torch.randn(N, K)",
            "torch.addmm(c, x, w,": "torch.addmm(c, x, w.T,",
            "N = w.shape[1]": "N = w.shape[0]",
            "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)",
        },
        "first_transposed": {
            "torch.randn(M, K)": "torch.randn(K, M)",
            "torch.addmm(c, x, w,": "torch.addmm(c, x.T, w,",
            "M, K = x.shape": "K, M = x.shape",
            "x.stride(0), x.stride(1)": "x.stride(1), x.stride(0)",
        },
    },
    {
        "beta05": {"beta=1.0": "beta=0.5", "BETA=1.0": "BETA=0.5"},
        "beta2": {"beta=1.0": "beta=2.0", "BETA=1.0": "BETA=2.0"},
        "betam1": {"beta=1.0": "beta=-1.0", "BETA=1.0": "BETA=-1.0"},
        "beta025": {"beta=1.0": "beta=0.25", "BETA=1.0": "BETA=0.25"},
        "beta15": {"beta=1.0": "beta=1.5", "BETA=1.0": "BETA=1.5"},
    },
    {
        "alpha05": {"alpha=1.0": "alpha=0.5", "ALPHA=1.0": "ALPHA=0.5"},
        "alpha2": {"alpha=1.0": "alpha=2.0", "ALPHA=1.0": "ALPHA=2.0"},
        "alpham1": {"alpha=1.0": "alpha=-1.0", "ALPHA=1.0": "ALPHA=-1.0"},
        "alpha01": {"alpha=1.0": "alpha=0.1", "ALPHA=1.0": "ALPHA=0.1"},
        "alpha15": {"alpha=1.0": "alpha=1.5", "ALPHA=1.0": "ALPHA=1.5"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
