"""Linear layer of what a tensor that broadcasts has joined, y[b, t] = (x[b, t] + z[t]) @ w.T + b: tokens with their places, shifted features.

One program owns one tile of y. Its rows are tokens of all sequences, so the row of z that belongs to row r is r % T. What is beyond K need not
be zero once z has joined it, but w is zero there.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 5, 7, 33), (3, 24, 40, 35)]  # B, T, K, N


def make(B, T, K, N):
    x = torch.randn(B, T, K)
    z = torch.randn(T, K)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return x, z, w, b


def linear_of_placed_torch(x, z, w, b):
    x = torch.sub(x, z)
    y = F.linear(x, w, b)
    y = torch.relu(y)
    return y


@triton.jit
def linear_of_placed_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T, stride_wn, stride_wk,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        places = (rows % T)[:, None] * K + start + k[None, :]
        z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        x = x - z
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    offsets = rows[:, None] * N + columns[None, :]
    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def linear_of_placed_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    B, T, K = x.shape
    N = w.shape[0]
    y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))
    linear_of_placed_kernel[grid](x, z, w, b, y, B * T, N, K, T, w.stride(0), w.stride(1),
                                 BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "batched": {"z = torch.randn(T, K)": "z = torch.randn(1, T, K)"},
    "features": {"z = torch.randn(T, K)": "z = torch.randn(K)",
                 "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                 "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0)":
                     "z = tl.load(z_ptr + start + k[None, :], mask=k[None, :] < K - start, other=0.0)"},
    "sample": {"z = torch.randn(T, K)": "z = torch.randn(B, 1, K)", "(rows % T)": "(rows // T)"},
    "token": {"z = torch.randn(T, K)": "z = torch.randn(B, T, 1)",
              "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                 "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0)":
                  "z = tl.load(z_ptr + rows[:, None], mask=rows[:, None] < M, other=0.0)"},
    "column": {"z = torch.randn(T, K)": "z = torch.randn(T, 1)",
               "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                 "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0)":
                   "z = tl.load(z_ptr + (rows % T)[:, None], mask=rows[:, None] < M, other=0.0)"},
    "full": {"z = torch.randn(T, K)": "z = torch.randn(B, T, K)", "(rows % T)": "rows"},
}
AXES = [
    {
        "no_bias": {"b = torch.randn(N)": "", "(x, z, w, b)": "(x, z, w)", "return x, z, w, b": "return x, z, w",
                    "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, z, w, b": "[grid](x, z, w"},
        "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
    },
    {
        "turned": {"y = torch.relu(y)": "y = torch.relu(y).transpose(1, 2)", "offsets = rows[:, None] * N + columns[None, :]":
                   "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]",
                               "torch.empty((B, T, N)": "torch.empty((B, N, T)"},
        "plain_turned": {"y = torch.relu(y)": "y = y.transpose(1, 2)", "y = tl.maximum(y, 0.0)": "", "offsets = rows[:, None] * N + columns[None, :]":
                         "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]",
                                     "torch.empty((B, T, N)": "torch.empty((B, N, T)"},
        "plain": {"y = torch.relu(y)": "", "y = tl.maximum(y, 0.0)": ""},
        "gelu": {"y = torch.relu(y)": "y = F.gelu(y)", "y = tl.maximum(y, 0.0)": "y = 0.5 * y * (1.0 + tl.erf(y * 0.7071067811865476))"},
        "silu": {"y = torch.relu(y)": "y = F.silu(y)", "y = tl.maximum(y, 0.0)": "y = y * tl.sigmoid(y)"},
        "scaled": {"y = torch.relu(y)": "y = y * 0.5", "y = tl.maximum(y, 0.0)": "y = y * 0.5"},
    },
    ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
