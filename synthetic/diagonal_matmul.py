"""Diagonal matrix times a matrix, y = diag(a) @ x for a (M,) and x (M, N): row i of x times a[i]; also x @ diag(a).

The matrix product would spend N * M * M multiplications, all but N * M of them by zero. One program owns a tile of y
and multiplies it by its part of a.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (20, 300)]  # M, N


def make(M, N):
    return torch.randn(M), torch.randn(M, N)


def diagonal_matmul_torch(a, x):
    y = torch.diag(a) @ x
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def diagonal_matmul_kernel(a_ptr, x_ptr, y_ptr, M, N, stride_xm, stride_xn, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    a = tl.load(a_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)
    x = tl.load(x_ptr + rows[:, None] * stride_xm + columns[None, :] * stride_xn, mask=mask, other=0.0).to(tl.float32)
    y = a[:, None] * x
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)


def diagonal_matmul_triton(a, x):
    a = a.contiguous()
    M, N = x.shape
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 16), triton.cdiv(N, 128))
    diagonal_matmul_kernel[grid](a, x, y, M, N, x.stride(0), x.stride(1), BLOCK_M=16, BLOCK_N=128, num_warps=4)
    return y


FAMILY = {
    "matmul_diagonal": {
        "torch.randn(M), torch.randn(M, N)": "torch.randn(M, N), torch.randn(N)",
        "(a, x):": "(x, a):",
        "torch.diag(a) @ x": "x @ torch.diag(a)",
        "a = tl.load(a_ptr + rows, mask=rows < M, other=0.0)": "a = tl.load(a_ptr + columns, mask=columns < N, other=0.0)",
        "a[:, None] * x": "x * a[None, :]",
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
