"""Matrix product with a shared right side, y[b, t] = x[b, t] @ w for x (B, T, K) and w (K, N), with a pointwise tail.

All B * T rows meet the same w, so this is one tall matrix product, not B small ones: a row number is split into its
batch and its position only to find its address.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 30, 50, 65)]  # B, T, K, N


def make(B, T, K, N):
    return torch.randn(B, T, K), torch.randn(K, N) / K ** 0.5


def matmul_3d_2d_torch(x, w):
    y = torch.matmul(x, w)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_3d_2d_kernel(x_ptr, w_ptr, y_ptr, B, T, N, K, stride_xb, stride_xt, stride_xk, stride_wk, stride_wn,
                        BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + (rows // T * stride_xb + rows % T * stride_xt)[:, None] + k[None, :] * stride_xk
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < B * T) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < B * T) & (columns[None, :] < N))


def matmul_3d_2d_triton(x, w):
    B, T, K = x.shape
    N = w.shape[1]
    stride_wk, stride_wn = w.stride()
    y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))
    matmul_3d_2d_kernel[grid](x, w, y, B, T, N, K, x.stride(0), x.stride(1), x.stride(2), stride_wk, stride_wn,
                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "matmul_3d_2d_transposed": {
        "torch.randn(K, N)": "torch.randn(N, K)",
        "torch.matmul(x, w)": "torch.matmul(x, w.T)",
        "N = w.shape[1]": "N = w.shape[0]",
        "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
    },
}
AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
