"""Linear layer whose outputs are split into heads, y[b, h, t, d] = f(x @ w.T + b)[b, t, h * D + d].

The transposition costs nothing: the tile is computed as ever, and only where each number is written changes.
One program owns one tile of (tokens, outputs); D neighbours in a row of the tile stay neighbours in memory.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 5, 7, 3), (3, 24, 40, 9)]  # B, T, K, width of a head


def make(B, T, K, D):
    heads = 4
    x = torch.randn(B, T, K)
    w = torch.randn(heads * D, K) / K ** 0.5
    b = torch.randn(heads * D)
    return x, w, b


def linear_heads_torch(x, w, b):
    heads = 4
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = y.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)
    return y


@triton.jit
def linear_heads_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T, D, HEADS: tl.constexpr, stride_wn, stride_wk,
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
    y = tl.maximum(y, 0.0)
    batch, t = (rows // T)[:, None], (rows % T)[:, None]
    head, d = (columns // D)[None, :], (columns % D)[None, :]
    offsets = ((batch * HEADS + head) * T + t) * D + d
    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def linear_heads_triton(x, w, b):
    x = x.contiguous()
    B, T, K = x.shape
    heads = 4
    D = w.shape[0] // heads
    y = torch.empty((B, heads, T, D), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B * T, 128), triton.cdiv(heads * D, 64))
    linear_heads_kernel[grid](x, w, b, y, B * T, heads * D, K, T, D, heads, w.stride(0), w.stride(1),
                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
