"""Gram matrices of a batch, y[b] = x[b] @ x[b].T for x (B, M, K), and x[b].T @ x[b]: what rows or columns have in common.

One tensor is both factors, read twice with its strides exchanged. One program owns a tile of one y[b]; the batch and
the row tile share grid axis 0, the only axis that may be longer than 65535.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1), (2, 3, 33), (3, 70, 40)]  # B, M, K


def make(B, M, K):
    x = torch.randn(B, M, K)
    return (x / K ** 0.25,)


def gram_batched_torch(x):
    y = torch.bmm(x, x.transpose(1, 2))  # (B, M, M)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def gram_batched_kernel(x_ptr, y_ptr, M, K, stride_xb, stride_xm, stride_xk,
                        BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    left_ptrs = x_ptr + batch * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk
    right_ptrs = x_ptr + batch * stride_xb + k[:, None] * stride_xk + columns[None, :] * stride_xm
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        left = tl.load(left_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        right = tl.load(right_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < M), other=0.0).to(tl.float32)
        total += tl.dot(left, right, input_precision="tf32x3")
        left_ptrs += BLOCK_K * stride_xk
        right_ptrs += BLOCK_K * stride_xk

    y = total
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y_ptrs = y_ptr + (batch * M + rows[:, None]) * M + columns[None, :]
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < M))


def gram_batched_triton(x):
    B, M, K = x.shape
    stride_xb, stride_xm, stride_xk = x.stride()
    y = torch.empty((B, M, M), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(M, 64))
    gram_batched_kernel[grid](x, y, M, K, stride_xb, stride_xm, stride_xk,
                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "gram_batched_mean": {"  # (B, M, M)": " / x.shape[2]  # (B, M, M)", "y = total": "y = total / K"},
    "gram_batched_share": {"  # (B, M, M)": " / (x.shape[1] * x.shape[2])  # (B, M, M)", "y = total": "y = total / (M * K)"},
    "gram_batched_turned": {
        "torch.randn(B, M, K)": "torch.randn(B, K, M)",
        "torch.bmm(x, x.transpose(1, 2))": "torch.bmm(x.transpose(1, 2), x)",
        "B, M, K = x.shape": "B, K, M = x.shape",
        "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
    },
    "gram_batched_turned_mean": {
        "torch.randn(B, M, K)": "torch.randn(B, K, M)",
        "torch.bmm(x, x.transpose(1, 2))  # (B, M, M)": "torch.bmm(x.transpose(1, 2), x) / x.shape[1]  # (B, M, M)",
        "B, M, K = x.shape": "B, K, M = x.shape",
        "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
        "y = total": "y = total / K",
    },
}
AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    {  # of the planes of images or volumes, which are rows; their sizes count as one
        "images": {
            "return (x / K ** 0.25,)": "x = torch.randn(*x.shape, 3)\nreturn (x / K ** 0.25,)",
            "gram_batched_torch(x):": "gram_batched_torch(x):\n    x = x.reshape(x.shape[0], x.shape[1], -1)",
            "gram_batched_triton(x):": "gram_batched_triton(x):\n    x = x.reshape(x.shape[0], x.shape[1], -1)",
        },
        "volumes": {
            "return (x / K ** 0.25,)": "x = torch.randn(*x.shape, 3, 2)\nreturn (x / K ** 0.25,)",
            "gram_batched_torch(x):": "gram_batched_torch(x):\n    x = x.flatten(2)",
            "gram_batched_triton(x):": "gram_batched_triton(x):\n    x = x.flatten(2)",
        },
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
