"""Linear layer and softmax over its outputs, y = softmax(x @ w.T + b, -1); also log-softmax.

A softmax needs a whole row before it can give the first number of it, and a row may be longer than one tile.
So one kernel computes the logits tile by tile, and a second, one program a row, normalises them in place: a
first walk along the row finds its maximum and sum online, a second one writes.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (7, 50, 70)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)


def linear_softmax_torch(x, w, b):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = torch.softmax(y, dim=-1)
    return y


@triton.jit
def linear_softmax_logits_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wn, stride_wk,
                                 BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk,
                    mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0).to(tl.float32)
        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn,
                    mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


@triton.jit
def linear_softmax_kernel(logits_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * N
    largest = tl.full((), float("-inf"), dtype=tl.float32)
    total = tl.zeros((), dtype=tl.float32)
    for start in range(0, N, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        y = tl.load(logits_ptr + row + columns, mask=columns < N, other=float("-inf"))
        new_largest = tl.maximum(largest, tl.max(y, axis=0))
        total = total * tl.exp(largest - new_largest) + tl.sum(tl.exp(y - new_largest), axis=0)
        largest = new_largest
    for start in range(0, N, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        y = tl.load(logits_ptr + row + columns, mask=columns < N, other=float("-inf"))
        y = tl.exp(y - largest) / total
        tl.store(y_ptr + row + columns, y, mask=columns < N)


def linear_softmax_triton(x, w, b):
    M, K = x.shape
    N = w.shape[0]
    # Logits stay float32 until they are normalised, whatever the dtype of x.
    logits = torch.empty((M, N), device=x.device, dtype=torch.float32)
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_softmax_logits_kernel[grid](x, w, b, logits, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                                       BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    linear_softmax_kernel[(M,)](logits, y, N, BLOCK=1024, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
