"""Dot products of the columns of a tall matrix, y = x.T @ x for x (K, M), with K split over programs
(split-K).

When K is long and y is small there are too few tiles to keep the machine busy. So SPLITS programs share a
tile, each with its part of K; the first kernel leaves their partial sums, the second adds them in a fixed
order. Atomic adds would need no second kernel, but their order, and with it the rounding, would change from
run to run.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (100, 5), (300, 33)]  # K, M


def make(K, M):
    return (torch.randn(K, M) / K ** 0.25,)


def gram_split_k_torch(x):
    y = x.T @ x
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def gram_split_k_partial_kernel(x_ptr, partial_ptr, M, K, stride_xk, stride_xm, SPLITS: tl.constexpr,
                                BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    split = tl.program_id(2)
    y = tl.zeros((BLOCK_M, BLOCK_M), dtype=tl.float32)
    # Neighbouring splits read neighbouring parts of x.
    for start in range(split * BLOCK_K, K, SPLITS * BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        left = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk,
                       mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0).to(tl.float32)
        right = tl.load(x_ptr + k[:, None] * stride_xk + columns[None, :] * stride_xm,
                        mask=(k[:, None] < K) & (columns[None, :] < M), other=0.0)
        y += tl.dot(left.to(right.dtype), right, input_precision="tf32x3")
    offsets = (split * M + rows[:, None]) * M + columns[None, :]
    tl.store(partial_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < M))


@triton.jit
def gram_split_k_sum_kernel(partial_ptr, y_ptr, n_elements, SPLITS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for split in range(0, SPLITS):
        y += tl.load(partial_ptr + split * n_elements + offsets, mask=mask, other=0.0)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def gram_split_k_triton(x):
    K, M = x.shape
    partial = torch.empty((4, M, M), device=x.device, dtype=torch.float32)
    y = torch.empty((M, M), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 64), triton.cdiv(M, 64), 4)
    gram_split_k_partial_kernel[grid](x, partial, M, K, x.stride(0), x.stride(1), SPLITS=4, BLOCK_M=64, BLOCK_K=32,
                                      num_warps=4)
    gram_split_k_sum_kernel[(triton.cdiv(M * M, 1024),)](partial, y, M * M, SPLITS=4, BLOCK=1024, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
