"""Matrix product of a transposed matrix, y = x.T @ w for x (K, M) and w (K, N); also x @ w.T and x.T @ w.T.

A transpose moves no data: it swaps two strides. The kernel is that of an ordinary product and asks for every stride;
only the host knows which of them belongs to K.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (70, 50, 65)]  # M, K, N


def make(M, K, N):
    return torch.randn(K, M), torch.randn(K, N) / K ** 0.5


def matmul_transposed_torch(x, w):
    y = x.T @ w
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_transposed_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
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

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_transposed_triton(x, w):
    K, M = x.shape
    N = w.shape[1]
    stride_xk, stride_xm = x.stride()
    stride_wk, stride_wn = w.stride()
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_transposed_kernel[grid](x, w, y, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                                   BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "matmul_second_transposed": {
        "torch.randn(K, M), torch.randn(K, N)": "torch.randn(M, K), torch.randn(N, K)",
        "y = x.T @ w": "y = x @ w.T",
        "K, M = x.shape": "M, K = x.shape",
        "N = w.shape[1]": "N = w.shape[0]",
        "stride_xk, stride_xm = x.stride()": "stride_xm, stride_xk = x.stride()",
        "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
    },
    "matmul_both_transposed": {
        "torch.randn(K, M), torch.randn(K, N)": "torch.randn(K, M), torch.randn(N, K)",
        "y = x.T @ w": "y = x.T @ w.T",
        "N = w.shape[1]": "N = w.shape[0]",
        "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
    },
    "matmul_output_transposed": {
        "torch.randn(K, M), torch.randn(K, N)": "torch.randn(N, K), torch.randn(K, M)",
        "y = x.T @ w": "y = (x @ w).T",
        "K, M = x.shape": "N, K = x.shape",
        "N = w.shape[1]": "M = w.shape[1]",
        "stride_xk, stride_xm = x.stride()": "stride_wn, stride_wk = x.stride()",
        "stride_wk, stride_wn = w.stride()": "stride_xk, stride_xm = w.stride()",
        "[grid](x, w, y,": "[grid](w, x, y,",
    },
}
AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
