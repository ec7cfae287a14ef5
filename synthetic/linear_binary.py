"""Linear layer joined with a second tensor, y = max(x @ w.T + b, z): a residual, a gate, a scale.

One program owns one tile of y, finishes its sum and its bias, and only then reads the matching tile of z; the
intermediate result lives in registers throughout. A dimension that z lacks has stride 0.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (70, 50, 65)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(N, K) / K ** 0.5, torch.randn(N), torch.randn(M, N)


def linear_binary_torch(x, w, b, z):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def linear_binary_kernel(x_ptr, w_ptr, b_ptr, z_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wn, stride_wk,
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

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    z = tl.load(z_ptr + rows[:, None] * stride_zm + columns[None, :] * stride_zn, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)


def linear_binary_triton(x, w, b, z):
    M, K = x.shape
    N = w.shape[0]
    stride_zm, stride_zn = z.stride(0), z.stride(1)
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 64), triton.cdiv(N, 64))
    linear_binary_kernel[grid](x, w, b, z, y, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                               stride_zm, stride_zn, BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


FAMILY = {
    "linear_row_binary": {"torch.randn(M, N)": "torch.randn(N)",
                          "stride_zm, stride_zn = z.stride(0), z.stride(1)": "stride_zm, stride_zn = 0, z.stride(0)"},
    "linear_column_binary": {"torch.randn(M, N)": "torch.randn(M, 1)",
                             "stride_zm, stride_zn = z.stride(0), z.stride(1)": "stride_zm, stride_zn = z.stride(0), 0"},
    "linear_scalar_binary": {"torch.randn(M, N)": "torch.randn(1)",
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
