"""Matrix product joined with two tensors, y = max(f(x @ w) + s, z), functions between and after.

Here s is a number for each column, a second bias, and z has the shape of y, a residual; other variants scale, gate or
subtract. One program owns one tile of y and reads what it needs of either once its sum is complete.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (70, 40, 65)]  # M, K, N


def make(M, K, N):
    x = torch.randn(M, K)
    w = torch.randn(K, N) / K ** 0.5
    s = torch.randn(N)
    z = torch.randn(M, N)
    return x, w, s, z


def matmul_joins_torch(x, w, s, z):
    y = x @ w
    y = torch.relu(y)
    y = y + s
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return y


@triton.jit
def matmul_joins_kernel(x_ptr, w_ptr, s_ptr, z_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
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
    offsets = rows[:, None] * N + columns[None, :]
    s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y += s
    y = tl.sigmoid(y)
    y = tl.maximum(y, z)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def matmul_joins_triton(x, w, s, z):
    s = s.contiguous()
    z = z.contiguous()
    M, K = x.shape
    N = w.shape[1]
    stride_xm, stride_xk = x.stride()
    stride_wk, stride_wn = w.stride()
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_joins_kernel[grid](x, w, s, z, y, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "matmul_row_row": {
        "z = torch.randn(M, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "matmul_full_full": {
        "s = torch.randn(N)": "s = torch.randn(M, N)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
    },
    "matmul_full_row": {
        "s = torch.randn(N)": "s = torch.randn(M, N)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "z = torch.randn(M, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "matmul_row_one": {
        "z = torch.randn(M, N)": "z = torch.randn(1)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
    },
    "matmul_one_row": {
        "s = torch.randn(N)": "s = torch.randn(1)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
        "z = torch.randn(M, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "matmul_scalar_row": {
        "s = torch.randn(N)": "s = torch.randn(())",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
        "z = torch.randn(M, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "matmul_row_scalar": {
        "z = torch.randn(M, N)": "z = torch.randn(())",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
    },
    "matmul_scalar_full": {
        "s = torch.randn(N)": "s = torch.randn(())",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
    },
    "matmul_one_one": {
        "s = torch.randn(N)": "s = torch.randn(1)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
        "z = torch.randn(M, N)": "z = torch.randn(1)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
    },
    "matmul_full_column": {
        "s = torch.randn(N)": "s = torch.randn(M, N)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "z = torch.randn(M, N)": "z = torch.randn(M, 1)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
    },
    "matmul_column_row": {
        "s = torch.randn(N)": "s = torch.randn(M, 1)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "s = tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
        "z = torch.randn(M, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "matmul_scalar_scalar": {
        "s = torch.randn(N)": "s = torch.randn(())",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
        "z = torch.randn(M, N)": "z = torch.randn(())",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
    },
}
AXES = [
    {
        "second_transposed": {
            "torch.randn(K, N)": "torch.randn(N, K)",
            "y = x @ w": "y = x @ w.T",
            "N = w.shape[1]": "N = w.shape[0]",
            "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
        },
        "first_transposed": {
            "torch.randn(M, K)": "torch.randn(K, M)",
            "y = x @ w": "y = x.T @ w",
            "M, K = x.shape": "K, M = x.shape",
            "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
        },
        "both_transposed": {
            "torch.randn(K, N)": "torch.randn(N, K)",
            "y = x @ w": "y = x.T @ w.T",
            "N = w.shape[1]": "N = w.shape[0]",
            "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
            "torch.randn(M, K)": "torch.randn(K, M)",
            "M, K = x.shape": "K, M = x.shape",
            "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
        },
    },
    {
        "sub": {"y = y + s": "y = y - s", "y += s": "y = y - s"},
        "mul": {"y = y + s": "y = y * s", "y += s": "y = y * s"},
        "max": {"y = y + s": "y = torch.maximum(y, s)", "y += s": "y = tl.maximum(y, s)"},
        "min": {"y = y + s": "y = torch.minimum(y, s)", "y += s": "y = tl.minimum(y, s)"},
        "half": {"y = y + s": "y = y + 0.5 * s", "y += s": "y += 0.5 * s"},
        "gate": {"y = y + s": "y = y * torch.sigmoid(s)", "y += s": "y = y * tl.sigmoid(s)"},
    },
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
