"""A linear layer a group (head, expert, block), y[b, g, o] = x[b, g] @ w[g] + bias[g]: a product with a block
diagonal matrix.

The groups are a batch of products over strided views of x and y: a program takes a tile of one group's
product, and only addresses tell that rows of a group do not lie side by side.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 1, 3), (5, 3, 7, 9), (70, 2, 37, 66)]  # B, G, K, N


def make(B, G, K, N):
    x = torch.randn(B, G, K)
    w = torch.randn(G, K, N) / K ** 0.5
    bias = torch.randn(G, N)
    return x, w, bias


def grouped_linear_torch(x, w, bias):
    y = torch.einsum("bgk,gkn->bgn", x, w)
    y = y + bias
    y = torch.relu(y)
    return y


@triton.jit
def grouped_linear_kernel(x_ptr, w_ptr, bias_ptr, y_ptr, B, G, N, K, stride_xb, stride_xg, stride_xk, stride_wg, stride_wk, stride_wn,
                          BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    g = tl.program_id(2).to(tl.int64)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + g * stride_xg + rows[:, None] * stride_xb + k[None, :] * stride_xk
    w_ptrs = w_ptr + g * stride_wg + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < B) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    bias = tl.load(bias_ptr + g * N + columns, mask=columns < N, other=0.0).to(tl.float32)
    y = y + bias
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + (rows[:, None] * G + g) * N + columns[None, :], y, mask=(rows[:, None] < B) & (columns[None, :] < N))


def grouped_linear_triton(x, w, bias):
    bias = bias.contiguous()
    B, G, K = x.shape
    N = w.shape[-1]
    y = torch.empty((B, G, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B, 128), triton.cdiv(N, 64), G)
    grouped_linear_kernel[grid](x, w, bias, y, B, G, N, K, *x.stride(), *w.stride(), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
