"""Gated linear unit of a linear layer, y = relu(first half) * second half of x @ w.T + b: GLU, SwiGLU, GeGLU.

The halves come from rows n and N + n of w. One program computes the same tile of both halves side by side, reading each
tile of x once, and writes only their product: the 2 N wide result never exists.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (33, 5, 3), (40, 35, 2, 34), (5, 3, 2, 4, 6)]  # N, K, leading dimensions


def make(N, K, *rows):
    x = torch.randn(*rows, K)
    w = torch.randn(2 * N, K) / K ** 0.5
    b = torch.randn(2 * N)
    return x, w, b


def linear_glu_torch(x, w, b):
    y, z = F.linear(x, w, b).chunk(2, dim=-1)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def linear_glu_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                      BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    z = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        w_mask = (k[:, None] < K - start) & (columns[None, :] < N)
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        first = tl.load(w_ptrs, mask=w_mask, other=0.0).to(tl.float32)
        second = tl.load(w_ptrs + N * stride_wn, mask=w_mask, other=0.0).to(tl.float32)
        y += tl.dot(x, first, input_precision="tf32x3")
        z += tl.dot(x, second, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def linear_glu_triton(x, w, b):
    x = x.contiguous()
    N, K = w.shape[0] // 2, w.shape[1]
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_glu_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "linear_glu_no_bias": {
        "b = torch.randn(2 * N)": "",
        "return x, w, b": "return x, w",
        "(x, w, b)": "(x, w)",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "[grid](x, w, b, y": "[grid](x, w, y",
    },
    "linear_glu_second": {
        "y, z = F": "z, y = F",
        "y += tl.dot(x, first": "y += tl.dot(x, second",
        "z += tl.dot(x, second": "z += tl.dot(x, first",
        "y += tl.load(b_ptr + columns": "y += tl.load(b_ptr + N + columns",
        "z += tl.load(b_ptr + N + columns": "z += tl.load(b_ptr + columns",
    },
    "linear_glu_second_no_bias": {
        "b = torch.randn(2 * N)": "",
        "return x, w, b": "return x, w",
        "(x, w, b)": "(x, w)",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "[grid](x, w, b, y": "[grid](x, w, y",
        "y, z = F": "z, y = F",
        "y += tl.dot(x, first": "y += tl.dot(x, second",
        "z += tl.dot(x, second": "z += tl.dot(x, first",
    },
}
AXES = [
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
