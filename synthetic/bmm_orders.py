"""Batched matrix products of tensors in any order of dimensions, y[b] = x[b] @ w[b], whose result is turned or not.

An order is a matter of strides: the kernel asks for those of each batch, row and column, of x, w and y alike, and the
host knows which is which. So nothing is moved before the product or after it. One program owns a tile of one y[b].
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1, 3), (2, 3, 5, 33), (3, 70, 40, 20)]  # B, M, K, N


def make(B, M, K, N):
    x = torch.randn(B, M, K)
    w = torch.randn(B, K, N) / K ** 0.5
    return x, w


def bmm_orders_torch(x, w):
    y = (x @ w)  # (B, M, N)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def bmm_orders_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk,
                      stride_wb, stride_wk, stride_wn, stride_yb, stride_ym, stride_yn,
                      BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    b = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + b * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + b * stride_wb + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y_ptrs = y_ptr + b * stride_yb + rows[:, None] * stride_ym + columns[None, :] * stride_yn
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def bmm_orders_triton(x, w):
    B, M, K = x.shape
    N = w.shape[2]
    stride_xb, stride_xm, stride_xk = x.stride()
    stride_wb, stride_wk, stride_wn = w.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    stride_yb, stride_ym, stride_yn = y.stride()
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    bmm_orders_kernel[grid](x, w, y, M, N, K, stride_xb, stride_xm, stride_xk,
                         stride_wb, stride_wk, stride_wn, stride_yb, stride_ym, stride_yn,
                         BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


AXES = [
    {
        "x_bkm": {
            "x = torch.randn(B, M, K)": "x = torch.randn(B, K, M)",
            "y = (x": "y = (x.transpose(1, 2)",
            "B, M, K = x.shape": "B, K, M = x.shape",
            "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
        },
        "x_mbk": {
            "x = torch.randn(B, M, K)": "x = torch.randn(M, B, K)",
            "y = (x": "y = (x.transpose(0, 1)",
            "B, M, K = x.shape": "M, B, K = x.shape",
            "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xm, stride_xb, stride_xk = x.stride()",
        },
        "x_kbm": {
            "x = torch.randn(B, M, K)": "x = torch.randn(K, B, M)",
            "y = (x": "y = (x.permute(1, 2, 0)",
            "B, M, K = x.shape": "K, B, M = x.shape",
            "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xk, stride_xb, stride_xm = x.stride()",
        },
        "x_mkb": {
            "x = torch.randn(B, M, K)": "x = torch.randn(M, K, B)",
            "y = (x": "y = (x.permute(2, 0, 1)",
            "B, M, K = x.shape": "M, K, B = x.shape",
            "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xm, stride_xk, stride_xb = x.stride()",
        },
        "x_kmb": {
            "x = torch.randn(B, M, K)": "x = torch.randn(K, M, B)",
            "y = (x": "y = (x.transpose(0, 2)",
            "B, M, K = x.shape": "K, M, B = x.shape",
            "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm, stride_xb = x.stride()",
        },
    },
    {
        "w_bnk": {
            "w = torch.randn(B, K, N)": "w = torch.randn(B, N, K)",
            "@ w)": "@ w.transpose(1, 2))",
            "w.shape[2]": "w.shape[1]",
            "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wk = w.stride()",
        },
        "w_kbn": {
            "w = torch.randn(B, K, N)": "w = torch.randn(K, B, N)",
            "@ w)": "@ w.transpose(0, 1))",
            "w.shape[2]": "w.shape[2]",
            "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wk, stride_wb, stride_wn = w.stride()",
        },
        "w_nbk": {
            "w = torch.randn(B, K, N)": "w = torch.randn(N, B, K)",
            "@ w)": "@ w.permute(1, 2, 0))",
            "w.shape[2]": "w.shape[0]",
            "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wn, stride_wb, stride_wk = w.stride()",
        },
        "w_knb": {
            "w = torch.randn(B, K, N)": "w = torch.randn(K, N, B)",
            "@ w)": "@ w.permute(2, 0, 1))",
            "w.shape[2]": "w.shape[1]",
            "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wk, stride_wn, stride_wb = w.stride()",
        },
        "w_nkb": {
            "w = torch.randn(B, K, N)": "w = torch.randn(N, K, B)",
            "@ w)": "@ w.transpose(0, 2))",
            "w.shape[2]": "w.shape[0]",
            "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk, stride_wb = w.stride()",
        },
    },
    {
        "y_bnm": {
            "  # (B, M, N)": ".transpose(1, 2)  # (B, N, M)",
            "torch.empty((B, M, N)": "torch.empty((B, N, M)",
            "stride_yb, stride_ym, stride_yn = y.stride()": "stride_yb, stride_yn, stride_ym = y.stride()",
        },
        "y_mbn": {
            "  # (B, M, N)": ".transpose(0, 1)  # (M, B, N)",
            "torch.empty((B, M, N)": "torch.empty((M, B, N)",
            "stride_yb, stride_ym, stride_yn = y.stride()": "stride_ym, stride_yb, stride_yn = y.stride()",
        },
        "y_nbm": {
            "  # (B, M, N)": ".permute(2, 0, 1)  # (N, B, M)",
            "torch.empty((B, M, N)": "torch.empty((N, B, M)",
            "stride_yb, stride_ym, stride_yn = y.stride()": "stride_yn, stride_yb, stride_ym = y.stride()",
        },
        "y_mnb": {
            "  # (B, M, N)": ".permute(1, 2, 0)  # (M, N, B)",
            "torch.empty((B, M, N)": "torch.empty((M, N, B)",
            "stride_yb, stride_ym, stride_yn = y.stride()": "stride_ym, stride_yn, stride_yb = y.stride()",
        },
        "y_nmb": {
            "  # (B, M, N)": ".transpose(0, 2)  # (N, M, B)",
            "torch.empty((B, M, N)": "torch.empty((N, M, B)",
            "stride_yb, stride_ym, stride_yn = y.stride()": "stride_yn, stride_ym, stride_yb = y.stride()",
        },
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
