"""Linear layer of two tensors side by side, y = f(linear(cat((x, z), -1), w, b)): nothing is put side by side.

x meets the first K columns of w and z the others, so the product is the sum of two. One program owns one tile of y and
walks along x first, then along z, with the same accumulator.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (33, 5, 7, 3), (40, 35, 20, 2, 34)]  # N, K of x, L of z, leading dimensions


def make(N, K, L, *rows):
    x = torch.randn(*rows, K)
    z = torch.randn(*rows, L)
    w = torch.randn(N, K + L) / (K + L) ** 0.5
    b = torch.randn(N)
    return x, z, w, b


def linear_of_cat_torch(x, z, w, b):
    y = F.linear(torch.cat((x, z), dim=-1), w, b)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def linear_of_cat_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, L, stride_wn, stride_wk,
                         BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    w_ptrs = w_ptr + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs + k[:, None] * stride_wk, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
    for start in range(0, L, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        z = tl.load(z_ptr + rows[:, None] * L + k[None, :], mask=(rows[:, None] < M) & (k[None, :] < L), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs + (K + k[:, None]) * stride_wk, mask=(k[:, None] < L) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(z, w, input_precision="tf32x3")

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def linear_of_cat_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    N = w.shape[0]
    K, L = x.shape[-1], z.shape[-1]
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_of_cat_kernel[grid](x, z, w, b, y, M, N, K, L, w.stride(0), w.stride(1),
                               BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "linear_of_cat_no_bias": {
        "b = torch.randn(N)": "",
        "return x, z, w, b": "return x, z, w",
        "(x, z, w, b)": "(x, z, w)",
        "dim=-1), w, b)": "dim=-1), w)",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "[grid](x, z, w, b": "[grid](x, z, w",
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
