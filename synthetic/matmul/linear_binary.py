"""Linear layer joined with a second tensor, y = max(f(linear(x, w, b)), z): a residual, a gate, a scale.

One program owns one tile of y, finishes its sum, and only then reads what it needs of z; the intermediate
result lives in registers throughout. z has the shape of y here, a number for each column, for each row, or
one for all elsewhere.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (33, 5, 3), (40, 35, 2, 34), (5, 3, 2, 4, 6)]  # N, K, leading dimensions


def make(N, K, *rows):
    x = torch.randn(*rows, K)
    z = torch.randn(*rows, N)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return x, z, w, b


def linear_binary_torch(x, z, w, b):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y


@triton.jit
def linear_binary_kernel(x_ptr, w_ptr, b_ptr, z_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                         BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    y = tl.maximum(y, 0.0)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_binary_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    N, K = w.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_binary_kernel[grid](x, w, b, z, y, M, N, K, w.stride(0), w.stride(1),
                               BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
