"""A matrix and a vector of each batch, y[b] = x[b] @ v[b] for x (B, M, K) and v (B, K); also x[b].T @ v[b], and v as a column.

A product with one column reads every number of x once, so memory is the bound: one program owns BLOCK_M numbers of one
y[b], keeps products apart while it walks K, and adds them up once at the end. Strides say which dimension is summed.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1), (2, 3, 33), (3, 40, 140)]  # B, M, K


def make(B, M, K):
    return torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5


def matvec_batched_torch(x, v):
    y = torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matvec_batched_kernel(x_ptr, v_ptr, y_ptr, M, K, stride_xb, stride_xm, stride_xk, stride_vb, stride_vk,
                          BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    b = tl.program_id(0).to(tl.int64) // tiles_m
    rows = tl.program_id(0) % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M).to(tl.int64)
    products = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x_ptrs = x_ptr + b * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk
        x = tl.load(x_ptrs, mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + b * stride_vb + k * stride_vk, mask=k < K, other=0.0).to(tl.float32)
        products += x * v[None, :]
    y = tl.sum(products, axis=1)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + b * M + rows, y, mask=rows < M)


def matvec_batched_triton(x, v):
    B, M, K = x.shape
    stride_xb, stride_xm, stride_xk = x.stride()
    y = torch.empty((B, M), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 16),)
    matvec_batched_kernel[grid](x, v, y, M, K, stride_xb, stride_xm, stride_xk, v.stride(0), v.stride(1),
                                BLOCK_M=16, BLOCK_K=128, num_warps=4)
    return y


FAMILY = {
    "matvec_batched_column": {
        "torch.randn(B, K)": "torch.randn(B, K, 1)",
        "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(x, v)",
        "torch.empty((B, M)": "torch.empty((B, M, 1)",
    },
    "matvec_batched_turned": {
        "torch.randn(B, M, K)": "torch.randn(B, K, M)",
        "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(x.transpose(1, 2), v.unsqueeze(-1)).squeeze(-1)",
        "B, M, K = x.shape": "B, K, M = x.shape",
        "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
    },
    "vecmat_batched": {
        "torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5": "torch.randn(B, K) / K ** 0.5, torch.randn(B, K, M)",
        "(x, v):": "(v, x):",
        "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(v.unsqueeze(1), x).squeeze(1)",
        "B, M, K = x.shape": "B, K, M = x.shape",
        "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
    },
    "vecmat_batched_row": {
        "torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5": "torch.randn(B, 1, K) / K ** 0.5, torch.randn(B, K, M)",
        "(x, v):": "(v, x):",
        "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(v, x)",
        "B, M, K = x.shape": "B, K, M = x.shape",
        "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
        "v.stride(0), v.stride(1)": "v.stride(0), v.stride(2)",
        "torch.empty((B, M)": "torch.empty((B, 1, M)",
    },
    "vecmat_batched_row_turned": {
        "torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5": "torch.randn(B, 1, K) / K ** 0.5, torch.randn(B, M, K)",
        "(x, v):": "(v, x):",
        "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(v, x.transpose(1, 2))",
        "v.stride(0), v.stride(1)": "v.stride(0), v.stride(2)",
        "torch.empty((B, M)": "torch.empty((B, 1, M)",
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
