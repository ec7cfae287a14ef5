"""Linear layer with two results, z = linear(x, w, b) and y = max(sigmoid(z), z): what a residual around a norm needs.

z is written as well as computed with: it costs one more store, and no reading. Other variants join a tensor s, before z is kept or after: a
row or one number.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (33, 5, 3), (40, 35, 2, 34), (5, 3, 2, 4, 6)]  # N, K, leading dimensions


def make(N, K, *rows):
    x = torch.randn(*rows, K)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    s = torch.randn(N)
    return x, w, b, s


def linear_kept_torch(x, w, b, s):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = y + s
    z = y
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return z, y


@triton.jit
def linear_kept_kernel(x_ptr, w_ptr, b_ptr, s_ptr, z_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
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
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    y = y + s
    z = y
    y = tl.sigmoid(y)
    y = tl.maximum(y, z)
    y = tl.sin(y)
    tl.store(z_ptr + offsets, z, mask=mask)
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_kept_triton(x, w, b, s):
    x = x.contiguous()
    N, K = w.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    z = torch.empty_like(y)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_kept_kernel[grid](x, w, b, s, z, y, M, N, K, w.stride(0), w.stride(1),
                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return z, y


FAMILY = {
    "linear_kept_one": {"s = torch.randn(N)": "s = torch.randn(1)", "tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "tl.load(s_ptr).to(tl.float32)"},
    "linear_kept_alone": {
        "s = torch.randn(N)": "",
        "return x, w, b, s": "return x, w, b",
        "(x, w, b, s)": "(x, w, b)",
        "s_ptr, ": "",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "    y = y + s\n    z = y": "    z = y",
        "[grid](x, w, b, s": "[grid](x, w, b",
    },
    "linear_kept_alone_no_bias": {
        "s = torch.randn(N)": "",
        "return x, w, b, s": "return x, w",
        "(x, w, b, s)": "(x, w)",
        "b_ptr, s_ptr, ": "",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "    y = y + s\n    z = y": "    z = y",
        "[grid](x, w, b, s": "[grid](x, w",
        "b = torch.randn(N)": "",
        "F.linear(x, w, b": "F.linear(x, w",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
    },
}
AXES = [
    {
        "mul": {"y = y + s": "y = y * s"},
        "sub": {"y = y + s": "y = y - s"},
        "add_after": {"y = y + s\n    z = y": "z = y\ny = y + s"},
        "mul_after": {"y = y + s\n    z = y": "z = y\ny = y * s"},
        "sub_after": {"y = y + s\n    z = y": "z = y\ny = y - s"},
    },
    ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
    ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
    {"y_first": {"return z, y": "return y, z"}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
