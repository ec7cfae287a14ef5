"""Linear layer whose last two dimensions change places, y[b, n, t] = f(x[b, t] @ w.T + b)[n]: tokens become channels.

One program owns one tile of (tokens, outputs) and writes it turned round.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 5, 7, 33), (3, 24, 40, 35)]  # B, T, K, N


def make(B, T, K, N):
    x = torch.randn(B, T, K)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return x, w, b


def linear_turned_torch(x, w, b):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    y = y.transpose(1, 2)
    return y


@triton.jit
def linear_turned_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T, stride_wn, stride_wk,
                         BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_turned_triton(x, w, b):
    x = x.contiguous()
    B, K = x.shape[0], x.shape[-1]
    T = x.numel() // (B * K)
    N = w.shape[0]
    y = torch.empty((B, N, *x.shape[1:-1]), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))
    linear_turned_kernel[grid](x, w, b, y, B * T, N, K, T, w.stride(0), w.stride(1),
                               BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "linear_turned_no_bias": {
        "b = torch.randn(N)": "",
        "(x, w, b)": "(x, w)",
        "return x, w, b": "return x, w",
        "F.linear(x, w, b)": "F.linear(x, w)",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "[grid](x, w, b": "[grid](x, w",
    },
}
AXES = [
    {
        "rows": {"y = y.transpose(1, 2)": "y = y.reshape(-1, w.shape[0])", "torch.empty((B, N, *x.shape[1:-1])": "torch.empty((B * T, N)",
                 "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]": "offsets = rows[:, None] * N + columns[None, :]"},
        "images": {"x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, K)", "y = y.transpose(1, 2)": "y = y.permute(0, 3, 1, 2)"},
        "volumes": {"x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, 2, K)", "y = y.transpose(1, 2)": "y = y.movedim(-1, 1)"},
        "time_first": {"y = y.transpose(1, 2)": "y = y.transpose(0, 1)", "torch.empty((B, N, *x.shape[1:-1])": "torch.empty((T, B, N)",
                       "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]":
                           "offsets = ((rows % T)[:, None] * (M // T) + (rows // T)[:, None]) * N + columns[None, :]"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
