"""Linear layer joined with two tensors, y = max(f(linear(x, w, b)) + s, z), functions between and after.

Here s is a number for each column, a second bias, and z has the shape of y, a residual; other variants scale, gate or
subtract. One program owns one tile of y and reads what it needs of either once its sum is complete.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (33, 5, 3), (40, 35, 2, 34), (5, 3, 2, 4, 6)]  # N, K, leading dimensions


def make(N, K, *rows):
    x = torch.randn(*rows, K)
    s = torch.randn(N)
    z = torch.randn(*rows, N)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return x, s, z, w, b


def linear_joins_torch(x, s, z, w, b):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = y + s
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return y


@triton.jit
def linear_joins_kernel(x_ptr, w_ptr, b_ptr, s_ptr, z_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
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
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y += s
    y = tl.sigmoid(y)
    y = tl.maximum(y, z)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_joins_triton(x, s, z, w, b):
    x = x.contiguous()
    s = s.contiguous()
    z = z.contiguous()
    N, K = w.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_joins_kernel[grid](x, w, b, s, z, y, M, N, K, w.stride(0), w.stride(1),
                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "linear_row_row": {
        "z = torch.randn(*rows, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "linear_full_full": {
        "s = torch.randn(N)": "s = torch.randn(*rows, N)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
    },
    "linear_full_row": {
        "s = torch.randn(N)": "s = torch.randn(*rows, N)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "z = torch.randn(*rows, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "linear_row_one": {
        "z = torch.randn(*rows, N)": "z = torch.randn(1)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
    },
    "linear_one_row": {
        "s = torch.randn(N)": "s = torch.randn(1)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
        "z = torch.randn(*rows, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "linear_scalar_row": {
        "s = torch.randn(N)": "s = torch.randn(())",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
        "z = torch.randn(*rows, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "linear_row_scalar": {
        "z = torch.randn(*rows, N)": "z = torch.randn(())",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
    },
    "linear_scalar_full": {
        "s = torch.randn(N)": "s = torch.randn(())",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
    },
    "linear_one_one": {
        "s = torch.randn(N)": "s = torch.randn(1)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
        "z = torch.randn(*rows, N)": "z = torch.randn(1)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
    },
    "linear_full_column": {
        "s = torch.randn(N)": "s = torch.randn(*rows, N)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "z = torch.randn(*rows, N)": "z = torch.randn(*rows, 1)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
    },
    "linear_column_row": {
        "s = torch.randn(N)": "s = torch.randn(*rows, 1)",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "s = tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
        "z = torch.randn(*rows, N)": "z = torch.randn(N)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
    },
    "linear_scalar_scalar": {
        "s = torch.randn(N)": "s = torch.randn(())",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
        "z = torch.randn(*rows, N)": "z = torch.randn(())",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
    },
}
AXES = [
    {
        "no_bias": {
            "(x, s, z, w, b)": "(x, s, z, w)",
            "return x, s, z, w, b": "return x, s, z, w",
            "b = torch.randn(N)": "",
            "F.linear(x, w, b)": "F.linear(x, w)",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "[grid](x, w, b": "[grid](x, w",
        },
        "weights_first": {"(x, s, z, w, b)": "(x, w, b, s, z)", "return x, s, z, w, b": "return x, w, b, s, z"},
        "weights_first_no_bias": {
            "(x, s, z, w, b)": "(x, w, s, z)",
            "return x, s, z, w, b": "return x, w, s, z",
            "b = torch.randn(N)": "",
            "F.linear(x, w, b)": "F.linear(x, w)",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "[grid](x, w, b": "[grid](x, w",
        },
        "residual_first": {"(x, s, z, w, b)": "(z, x, s, w, b)", "return x, s, z, w, b": "return z, x, s, w, b"},
        "residual_first_no_bias": {
            "(x, s, z, w, b)": "(z, x, s, w)",
            "return x, s, z, w, b": "return z, x, s, w",
            "b = torch.randn(N)": "",
            "F.linear(x, w, b)": "F.linear(x, w)",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "[grid](x, w, b": "[grid](x, w",
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
