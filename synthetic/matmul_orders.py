"""Matrix products of a batch of heads, y[b, h] = x[b, h] @ w[b, h], of tensors in any order of dimensions, y included.

An order is a matter of strides: the kernel asks for those of each batch, head, row and column, of x, w and y alike, and
the host knows which is which. So nothing is moved before the product or after it. One program owns a tile of one matrix.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 3, 1, 4), (2, 3, 4, 5, 33), (2, 5, 20, 40, 30)]  # B, H, M, K, N


def make(B, H, M, K, N):
    x = torch.randn(B, H, M, K)
    w = torch.randn(B, H, K, N) / K ** 0.5
    return x, w


def matmul_orders_torch(x, w):
    y = (x @ w)  # (B, H, M, N)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_orders_kernel(x_ptr, w_ptr, y_ptr, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,
                         stride_wb, stride_wh, stride_wk, stride_wn, stride_yb, stride_yh, stride_ym, stride_yn,
                         BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    b = pid // tiles_m // H
    h = pid // tiles_m % H
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + b * stride_xb + h * stride_xh + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + b * stride_wb + h * stride_wh + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y_ptrs = y_ptr + b * stride_yb + h * stride_yh + rows[:, None] * stride_ym + columns[None, :] * stride_yn
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_orders_triton(x, w):
    B, H, M, K = x.shape
    N = w.shape[3]
    stride_xb, stride_xh, stride_xm, stride_xk = x.stride()
    stride_wb, stride_wh, stride_wk, stride_wn = w.stride()
    y = torch.empty((B, H, M, N), device=x.device, dtype=x.dtype)
    stride_yb, stride_yh, stride_ym, stride_yn = y.stride()
    grid = (B * H * triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_orders_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,
                            stride_wb, stride_wh, stride_wk, stride_wn, stride_yb, stride_yh, stride_ym, stride_yn,
                            BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


AXES = [
    {
        "x_bmhk": {
            "x = torch.randn(B, H, M, K)": "x = torch.randn(B, M, H, K)",
            "y = (x": "y = (x.transpose(1, 2)",
            "B, H, M, K = x.shape": "B, M, H, K = x.shape",
            "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()",
        },
        "x_bhkm": {
            "x = torch.randn(B, H, M, K)": "x = torch.randn(B, H, K, M)",
            "y = (x": "y = (x.transpose(2, 3)",
            "B, H, M, K = x.shape": "B, H, K, M = x.shape",
            "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xh, stride_xk, stride_xm = x.stride()",
        },
        "x_bkhm": {
            "x = torch.randn(B, H, M, K)": "x = torch.randn(B, K, H, M)",
            "y = (x": "y = (x.permute(0, 2, 3, 1)",
            "B, H, M, K = x.shape": "B, K, H, M = x.shape",
            "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xh, stride_xm = x.stride()",
        },
        "x_mbhk": {
            "x = torch.randn(B, H, M, K)": "x = torch.randn(M, B, H, K)",
            "y = (x": "y = (x.permute(1, 2, 0, 3)",
            "B, H, M, K = x.shape": "M, B, H, K = x.shape",
            "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xm, stride_xb, stride_xh, stride_xk = x.stride()",
        },
        "x_hbmk": {
            "x = torch.randn(B, H, M, K)": "x = torch.randn(H, B, M, K)",
            "y = (x": "y = (x.transpose(0, 1)",
            "B, H, M, K = x.shape": "H, B, M, K = x.shape",
            "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xh, stride_xb, stride_xm, stride_xk = x.stride()",
        },
        "x_bmkh": {
            "x = torch.randn(B, H, M, K)": "x = torch.randn(B, M, K, H)",
            "y = (x": "y = (x.permute(0, 3, 1, 2)",
            "B, H, M, K = x.shape": "B, M, K, H = x.shape",
            "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xk, stride_xh = x.stride()",
        },
        "x_bkmh": {
            "x = torch.randn(B, H, M, K)": "x = torch.randn(B, K, M, H)",
            "y = (x": "y = (x.transpose(1, 3)",
            "B, H, M, K = x.shape": "B, K, M, H = x.shape",
            "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm, stride_xh = x.stride()",
        },
    },
    {
        "w_bkhn": {
            "w = torch.randn(B, H, K, N)": "w = torch.randn(B, K, H, N)",
            "@ w)": "@ w.transpose(1, 2))",
            "w.shape[3]": "w.shape[3]",
            "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()",
        },
        "w_bhnk": {
            "w = torch.randn(B, H, K, N)": "w = torch.randn(B, H, N, K)",
            "@ w)": "@ w.transpose(2, 3))",
            "w.shape[3]": "w.shape[2]",
            "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wh, stride_wn, stride_wk = w.stride()",
        },
        "w_bnhk": {
            "w = torch.randn(B, H, K, N)": "w = torch.randn(B, N, H, K)",
            "@ w)": "@ w.permute(0, 2, 3, 1))",
            "w.shape[3]": "w.shape[1]",
            "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()",
        },
        "w_kbhn": {
            "w = torch.randn(B, H, K, N)": "w = torch.randn(K, B, H, N)",
            "@ w)": "@ w.permute(1, 2, 0, 3))",
            "w.shape[3]": "w.shape[3]",
            "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wk, stride_wb, stride_wh, stride_wn = w.stride()",
        },
        "w_nbhk": {
            "w = torch.randn(B, H, K, N)": "w = torch.randn(N, B, H, K)",
            "@ w)": "@ w.permute(1, 2, 3, 0))",
            "w.shape[3]": "w.shape[0]",
            "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wn, stride_wb, stride_wh, stride_wk = w.stride()",
        },
        "w_hbkn": {
            "w = torch.randn(B, H, K, N)": "w = torch.randn(H, B, K, N)",
            "@ w)": "@ w.transpose(0, 1))",
            "w.shape[3]": "w.shape[3]",
            "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wh, stride_wb, stride_wk, stride_wn = w.stride()",
        },
        "w_bnkh": {
            "w = torch.randn(B, H, K, N)": "w = torch.randn(B, N, K, H)",
            "@ w)": "@ w.transpose(1, 3))",
            "w.shape[3]": "w.shape[1]",
            "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wk, stride_wh = w.stride()",
        },
    },
    {
        "y_bmhn": {
            "  # (B, H, M, N)": ".transpose(1, 2)  # (B, M, H, N)",
            "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
            "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()",
        },
        "y_bhnm": {
            "  # (B, H, M, N)": ".transpose(2, 3)  # (B, H, N, M)",
            "torch.empty((B, H, M, N)": "torch.empty((B, H, N, M)",
            "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_yh, stride_yn, stride_ym = y.stride()",
        },
        "y_bnhm": {
            "  # (B, H, M, N)": ".permute(0, 3, 1, 2)  # (B, N, H, M)",
            "torch.empty((B, H, M, N)": "torch.empty((B, N, H, M)",
            "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_yn, stride_yh, stride_ym = y.stride()",
        },
        "y_mbhn": {
            "  # (B, H, M, N)": ".permute(2, 0, 1, 3)  # (M, B, H, N)",
            "torch.empty((B, H, M, N)": "torch.empty((M, B, H, N)",
            "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_ym, stride_yb, stride_yh, stride_yn = y.stride()",
        },
        "y_hbmn": {
            "  # (B, H, M, N)": ".transpose(0, 1)  # (H, B, M, N)",
            "torch.empty((B, H, M, N)": "torch.empty((H, B, M, N)",
            "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yh, stride_yb, stride_ym, stride_yn = y.stride()",
        },
        "y_bmnh": {
            "  # (B, H, M, N)": ".permute(0, 2, 3, 1)  # (B, M, N, H)",
            "torch.empty((B, H, M, N)": "torch.empty((B, M, N, H)",
            "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_ym, stride_yn, stride_yh = y.stride()",
        },
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
