"""Linear layer joined with its own input, y = max(f(g(x) @ w.T + b), x): a residual block, a highway, a self-gate.

w is square, so y has the shape of x. One program owns one tile of y; its sum complete, it reads the same tile of x once
more, which is still in the L2 cache.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (33, 5), (40, 2, 34), (7, 3, 2, 4)]  # N, leading dimensions


def make(N, *rows):
    x = torch.randn(*rows, N)
    w = torch.randn(N, N) / N ** 0.5
    b = torch.randn(N)
    return x, w, b


def linear_self_torch(x, w, b):
    z = x
    x = torch.abs(x)
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def linear_self_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, stride_wn, stride_wk,
                       BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * N + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, N, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < N - start), other=0.0).to(tl.float32)
        x = tl.abs(x)
        w = tl.load(w_ptrs, mask=(k[:, None] < N - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    y = tl.maximum(y, 0.0)
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_self_triton(x, w, b):
    x = x.contiguous()
    N = w.shape[0]
    M = x.numel() // N
    y = torch.empty_like(x)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_self_kernel[grid](x, w, b, y, M, N, w.stride(0), w.stride(1), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "linear_self_no_bias": {
        "return x, w, b": "return x, w",
        "(x, w, b)": "(x, w)",
        "F.linear(x, w, b)": "F.linear(x, w)",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "[grid](x, w, b, y": "[grid](x, w, y",
    },
    "linear_self_scaled": {
        "return x, w, b": "return x, w, b, torch.randn(N)",
        "(x, w, b)": "(x, w, b, s)",
        "F.linear(x, w, b)": "F.linear(x, w, b) * s",
        "b_ptr, ": "b_ptr, s_ptr, ",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
            "y *= tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
        "[grid](x, w, b, y": "[grid](x, w, b, s, y",
    },
    "matmul_self": {"F.linear(x, w, b)": "x @ w + b", "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)"},
    "matmul_self_no_bias": {
        "return x, w, b": "return x, w",
        "(x, w, b)": "(x, w)",
        "F.linear(x, w, b)": "x @ w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "[grid](x, w, b, y": "[grid](x, w, y",
        "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)",
    },
}
AXES = [
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
