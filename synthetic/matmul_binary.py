"""Matrix product and a second operand, y = max(x @ w, z), with z (M, N) or broadcast along rows or columns.

One program owns one tile of y. It reads the matching tile of z once its own sum is complete; a broadcast dimension
is a stride of 0, so the same address is read for each row or column and the cache serves it.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (70, 50, 65)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(K, N) / K ** 0.5, torch.randn(M, N)


def matmul_binary_torch(x, w, z):
    y = x @ w
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_binary_kernel(x_ptr, w_ptr, z_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                         stride_zm, stride_zn, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    z = tl.load(z_ptr + rows[:, None] * stride_zm + columns[None, :] * stride_zn, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)


def matmul_binary_triton(x, w, z):
    M, K = x.shape
    N = w.shape[1]
    stride_zm, stride_zn = z.stride(0), z.stride(1)
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 64), triton.cdiv(N, 64))
    matmul_binary_kernel[grid](x, w, z, y, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                               stride_zm, stride_zn, BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


FAMILY = {
    "matmul_row_binary": {"torch.randn(M, N)": "torch.randn(N)",
                          "stride_zm, stride_zn = z.stride(0), z.stride(1)": "stride_zm, stride_zn = 0, z.stride(0)"},
    "matmul_column_binary": {"torch.randn(M, N)": "torch.randn(M, 1)",
                             "stride_zm, stride_zn = z.stride(0), z.stride(1)": "stride_zm, stride_zn = z.stride(0), 0"},
    "matmul_scalar_binary": {"torch.randn(M, N)": "torch.randn(1)",
                             "stride_zm, stride_zn = z.stride(0), z.stride(1)": "stride_zm, stride_zn = 0, 0"},
}
AXES = [
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
