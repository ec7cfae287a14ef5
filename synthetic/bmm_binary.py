"""Batched matrix product and a second operand, y[b] = max(x[b] @ w[b], z[b]), with z (B, M, N) or broadcast.

One program owns one tile of one y[b] and reads the matching tile of z once its own sum is complete. A dimension that
z lacks has stride 0: the same numbers are read again.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 70, 40, 20)]  # B, M, K, N


def make(B, M, K, N):
    x = torch.randn(B, M, K)
    w = torch.randn(B, K, N) / K ** 0.5
    z = torch.randn(B, M, N)
    return x, w, z


def bmm_binary_torch(x, w, z):
    y = torch.bmm(x, w)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def bmm_binary_kernel(x_ptr, w_ptr, z_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk,
                      stride_wn, stride_zb, stride_zm, stride_zn,
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

    y = tl.maximum(y, 0.0)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    z_ptrs = z_ptr + batch * stride_zb + rows[:, None] * stride_zm + columns[None, :] * stride_zn
    z = tl.load(z_ptrs, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + (batch * M + rows[:, None]) * N + columns[None, :], y, mask=mask)


def bmm_binary_triton(x, w, z):
    B, M, K = x.shape
    N = w.shape[2]
    stride_zb, stride_zm, stride_zn = z.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    bmm_binary_kernel[grid](x, w, z, y, M, N, K, x.stride(0), x.stride(1), x.stride(2),
                            w.stride(0), w.stride(1), w.stride(2), stride_zb, stride_zm, stride_zn,
                            BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "bmm_shared_binary": {
        "torch.randn(B, M, N)": "torch.randn(M, N)",
        "stride_zb, stride_zm, stride_zn = z.stride()": "stride_zb, (stride_zm, stride_zn) = 0, z.stride()",
    },
    "bmm_row_binary": {
        "torch.randn(B, M, N)": "torch.randn(N)",
        "stride_zb, stride_zm, stride_zn = z.stride()": "stride_zb, stride_zm, stride_zn = 0, 0, z.stride(0)",
    },
    "bmm_scalar_binary": {
        "torch.randn(B, M, N)": "torch.randn(())",
        "stride_zb, stride_zm, stride_zn = z.stride()": "stride_zb, stride_zm, stride_zn = 0, 0, 0",
    },
    "bmm_column_binary": {
        "torch.randn(B, M, N)": "torch.randn(B, M, 1)",
        "stride_zb, stride_zm, stride_zn = z.stride()": "stride_zb, stride_zm, stride_zn = z.stride(0), z.stride(1), 0",
    },
    "bmm_mask_binary": {
        "torch.randn(B, M, N)": "torch.randn(B, 1, N)",
        "stride_zb, stride_zm, stride_zn = z.stride()": "stride_zb, stride_zm, stride_zn = z.stride(0), 0, z.stride(2)",
    },
}
AXES = [
    {
        "second_transposed": {
            "torch.randn(B, K, N)": "torch.randn(B, N, K)",
            "torch.bmm(x, w)": "torch.bmm(x, w.transpose(1, 2))",
            "N = w.shape[2]": "N = w.shape[1]",
            "w.stride(0), w.stride(1), w.stride(2)": "w.stride(0), w.stride(2), w.stride(1)",
        },
        "first_transposed": {
            "torch.randn(B, M, K)": "torch.randn(B, K, M)",
            "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w)",
            "B, M, K = x.shape": "B, K, M = x.shape",
            "x.stride(0), x.stride(1), x.stride(2)": "x.stride(0), x.stride(2), x.stride(1)",
        },
        "both_transposed": {
            "torch.randn(B, M, K)": "torch.randn(B, K, M)",
            "torch.randn(B, K, N)": "torch.randn(B, N, K)",
            "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w.transpose(1, 2))",
            "B, M, K = x.shape": "B, K, M = x.shape",
            "N = w.shape[2]": "N = w.shape[1]",
            "x.stride(0), x.stride(1), x.stride(2)": "x.stride(0), x.stride(2), x.stride(1)",
            "w.stride(0), w.stride(1), w.stride(2)": "w.stride(0), w.stride(2), w.stride(1)",
        },
        "residual_first": {"(x, w, z)": "(z, x, w)", "return x, w, z": "return z, x, w"},
    },
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
