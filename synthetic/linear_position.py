"""Linear layer plus a table of positions, y[b, t] = f(x[b, t] @ w.T + b) + p[t]: the first layer of many transformers.

One program owns one tile of y. Its rows are tokens of all sequences, so the row of p that belongs to row r is r % T.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 5, 7, 33), (3, 24, 40, 35)]  # B, T, K, N


def make(B, T, K, N):
    x = torch.randn(B, T, K)
    p = torch.randn(T, N)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return x, p, w, b


def linear_position_torch(x, p, w, b):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    z = p
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def linear_position_kernel(x_ptr, p_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T, stride_wn, stride_wk,
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
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)


def linear_position_triton(x, p, w, b):
    x = x.contiguous()
    p = p.contiguous()
    B, T, K = x.shape
    N = w.shape[0]
    y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))
    linear_position_kernel[grid](x, p, w, b, y, B * T, N, K, T, w.stride(0), w.stride(1),
                                 BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "linear_position_batched": {"p = torch.randn(T, N)": "p = torch.randn(1, T, N)"},
    "linear_sample": {"p = torch.randn(T, N)": "p = torch.randn(B, 1, N)", "(rows % T)[:, None]": "(rows // T)[:, None]"},
    "linear_sample_expanded": {"p = torch.randn(T, N)": "p = torch.randn(B, N)", "z = p": "z = p[:, None, :]", "(rows % T)[:, None]": "(rows // T)[:, None]"},
    "linear_position_column": {
        "p = torch.randn(T, N)": "p = torch.randn(T, 1)",
        "z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(p_ptr + rows % T, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
    },
    "linear_position_mask": {
        "p = torch.randn(T, N)": "p = torch.randn(B, T)",
        "z = p": "z = p.unsqueeze(-1)",
        "z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(p_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
    },
}
AXES = [
    {
        "no_bias": {"b = torch.randn(N)": "", "(x, p, w, b)": "(x, p, w)", "return x, p, w, b": "return x, p, w", "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, p, w, b": "[grid](x, p, w"},
        "weights_first": {"(x, p, w, b)": "(x, w, b, p)", "return x, p, w, b": "return x, w, b, p"},
        "residual_first": {"(x, p, w, b)": "(p, x, w, b)", "return x, p, w, b": "return p, x, w, b"},
    },
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
