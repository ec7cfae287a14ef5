"""Product of two stacks of heads, y[b, h] = x[b, h] @ w[b, h] for x (B, H, M, K) and w (B, H, K, N).

One program owns one tile of one head's product. The (batch, head, row tile) triple is grid axis 0; a head is found
through two strides, because heads are often a transposed view that no single stride can walk.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 33), (2, 2, 20, 40, 30)]  # B, H, M, K, N


def make(B, H, M, K, N):
    return torch.randn(B, H, M, K), torch.randn(B, H, K, N) / K ** 0.5


def matmul_4d_torch(x, w):
    y = torch.matmul(x, w)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_4d_kernel(x_ptr, w_ptr, y_ptr, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,
                     stride_wb, stride_wh, stride_wk, stride_wn,
                     BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch_head = pid // tiles_m
    b = batch_head // H
    h = batch_head % H
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
    offsets = (batch_head * M + rows[:, None]) * N + columns[None, :]
    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_4d_triton(x, w):
    B, H, M, K = x.shape
    N = w.shape[3]
    stride_xb, stride_xh, stride_xm, stride_xk = x.stride()
    stride_wb, stride_wh, stride_wk, stride_wn = w.stride()
    y = torch.empty((B, H, M, N), device=x.device, dtype=x.dtype)
    grid = (B * H * triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_4d_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,
                           stride_wb, stride_wh, stride_wk, stride_wn, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "matmul_4d_scores": {
        "torch.randn(B, H, K, N)": "torch.randn(B, H, N, K)",
        "torch.matmul(x, w)": "torch.matmul(x, w.transpose(-2, -1))",
        "N = w.shape[3]": "N = w.shape[2]",
        "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wh, stride_wn, stride_wk = w.stride()",
    },
    "matmul_4d_sequence_first": {
        "torch.randn(B, H, M, K), torch.randn(B, H, K, N)": "torch.randn(B, M, H, K), torch.randn(B, K, H, N)",
        "torch.matmul(x, w)": 'torch.einsum("bmhk,bkhn->bhmn", x, w)',
        "B, H, M, K = x.shape": "B, M, H, K = x.shape",
        "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()",
        "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()",
    },
    "matmul_4d_sequence_first_scores": {
        "torch.randn(B, H, M, K), torch.randn(B, H, K, N)": "torch.randn(B, M, H, K), torch.randn(B, N, H, K)",
        "torch.matmul(x, w)": 'torch.einsum("bmhk,bnhk->bhmn", x, w)',
        "B, H, M, K = x.shape": "B, M, H, K = x.shape",
        "N = w.shape[3]": "N = w.shape[1]",
        "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()",
        "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()",
    },
    "matmul_4d_shared_head": {
        "torch.randn(B, H, K, N)": "torch.randn(B, 1, K, N)",
        "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
            "stride_wb, stride_wh, stride_wk, stride_wn = w.stride(0), 0, w.stride(2), w.stride(3)",
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
