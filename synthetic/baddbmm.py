"""Scaled batched product plus a batch of matrices, y[b] = beta * c[b] + alpha * (x[b] @ w[b]).

One program owns one tile of one y[b]; the batch and the row tile share grid axis 0. alpha scales the finished
accumulator, not every term of the sum.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 70, 40, 20)]  # B, M, K, N


def make(B, M, K, N):
    return torch.randn(B, M, N), torch.randn(B, M, K), torch.randn(B, K, N) / K ** 0.5


def baddbmm_torch(c, x, w):
    y = torch.baddbmm(c, x, w, beta=1.0, alpha=1.0)
    y = torch.relu(y)
    y = y * 0.5
    return y


@triton.jit
def baddbmm_kernel(c_ptr, x_ptr, w_ptr, y_ptr, M, N, K, stride_cb, stride_cm, stride_cn, stride_xb, stride_xm, stride_xk,
                   stride_wb, stride_wk, stride_wn, BETA: tl.constexpr, ALPHA: tl.constexpr,
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
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    mask = (rows[:, None] < M) & (columns[None, :] < N)
    c_ptrs = c_ptr + batch * stride_cb + rows[:, None] * stride_cm + columns[None, :] * stride_cn
    c = tl.load(c_ptrs, mask=mask, other=0.0).to(tl.float32)
    y = BETA * c + ALPHA * y
    y = tl.maximum(y, 0.0)
    y = 0.5 * y
    tl.store(y_ptr + (batch * M + rows[:, None]) * N + columns[None, :], y, mask=mask)


def baddbmm_triton(c, x, w):
    B, M, K = x.shape
    N = w.shape[2]
    stride_cb, stride_cm, stride_cn = c.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    baddbmm_kernel[grid](c, x, w, y, M, N, K, stride_cb, stride_cm, stride_cn, x.stride(0), x.stride(1), x.stride(2),
                         w.stride(0), w.stride(1), w.stride(2), BETA=1.0, ALPHA=1.0,
                         BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "baddbmm_row": {"torch.randn(B, M, N)": "torch.randn(B, 1, N)",
                    "stride_cb, stride_cm, stride_cn = c.stride()": "stride_cb, stride_cm, stride_cn = c.stride(0), 0, c.stride(2)"},
    "baddbmm_shared": {"torch.randn(B, M, N)": "torch.randn(M, N)",
                       "stride_cb, stride_cm, stride_cn = c.stride()": "stride_cb, (stride_cm, stride_cn) = 0, c.stride()"},
}
AXES = [
    {
        "second_transposed": {
            "torch.randn(B, K, N)": "torch.randn(B, N, K)",
            "torch.baddbmm(c, x, w,": "torch.baddbmm(c, x, w.transpose(1, 2),",
            "N = w.shape[2]": "N = w.shape[1]",
            "w.stride(0), w.stride(1), w.stride(2)": "w.stride(0), w.stride(2), w.stride(1)",
        },
        "first_transposed": {
            "torch.randn(B, M, K)": "torch.randn(B, K, M)",
            "torch.baddbmm(c, x, w,": "torch.baddbmm(c, x.transpose(1, 2), w,",
            "B, M, K = x.shape": "B, K, M = x.shape",
            "x.stride(0), x.stride(1), x.stride(2)": "x.stride(0), x.stride(2), x.stride(1)",
        },
    },
    {
        "beta05": {"beta=1.0": "beta=0.5", "BETA=1.0": "BETA=0.5"},
        "beta2": {"beta=1.0": "beta=2.0", "BETA=1.0": "BETA=2.0"},
        "betam1": {"beta=1.0": "beta=-1.0", "BETA=1.0": "BETA=-1.0"},
    },
    {
        "alpha05": {"alpha=1.0": "alpha=0.5", "ALPHA=1.0": "ALPHA=0.5"},
        "alpha2": {"alpha=1.0": "alpha=2.0", "ALPHA=1.0": "ALPHA=2.0"},
        "alpham1": {"alpha=1.0": "alpha=-1.0", "ALPHA=1.0": "ALPHA=-1.0"},
        "alpha0125": {"alpha=1.0": "alpha=0.125", "ALPHA=1.0": "ALPHA=0.125"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
