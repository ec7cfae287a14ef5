"""Linear layer whose last two dimensions change places, y[b, n, t] = f(g(x)[b, t] @ w.T + b)[n]: tokens
become channels.

One program owns one tile of (tokens, outputs) and writes it turned round; a join with z, of the shape of y,
reads it so too.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 5, 7, 33), (3, 24, 40, 35)]  # B, T, K, N


def make(B, T, K, N):
    x = torch.randn(B, T, K)
    z = torch.randn(B, N, T)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return x, z, w, b


def linear_transposed_torch(x, z, w, b):
    x = torch.abs(x)
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = y.transpose(1, 2)
    y = torch.maximum(y, z)
    return y


@triton.jit
def linear_transposed_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T, stride_wn, stride_wk,
                             BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        x = tl.abs(x)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_transposed_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    B, K = x.shape[0], x.shape[-1]
    T = x.numel() // (B * K)
    N = w.shape[0]
    y = torch.empty((B, N, *x.shape[1:-1]), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))
    linear_transposed_kernel[grid](x, z, w, b, y, B * T, N, K, T, w.stride(0), w.stride(1),
                                   BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
