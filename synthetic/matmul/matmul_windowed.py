"""Scores that see a window, y = where(|i - j| <= 2, q @ k.T / sqrt(D), -inf): local attention before its
softmax.

A product of q (..., T, D) and k (..., S, D), seen with three dimensions of batches, that broadcast: all heads
may share their keys. The window is a comparison of two numbers of places, made from the offsets of the tile;
no mask is read.
"""

from python_to_triton.verification.exemplar import run

import math

import torch

import triton
import triton.language as tl

CASES = [((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, 9), (3, 2, 66, 9))]


def make(q_shape, k_shape):
    return torch.randn(q_shape), torch.randn(k_shape)


def matmul_windowed_torch(q, k):
    T, S = q.shape[-2], k.shape[-2]
    i = torch.arange(T, device=q.device)[:, None]
    j = torch.arange(S, device=q.device)[None, :]
    y = q @ k.transpose(-2, -1)
    y = y / math.sqrt(q.shape[-1])
    y = y.masked_fill((i - j).abs() > 2, float("-inf"))
    return y


@triton.jit
def matmul_windowed_kernel(q_ptr, k_ptr, y_ptr, T, S, D, scale, B, C, stride_qa, stride_qb, stride_qc, stride_qt, stride_qd,
                           stride_ka, stride_kb, stride_kc, stride_ks, stride_kd,
                           BLOCK_T: tl.constexpr, BLOCK_S: tl.constexpr, BLOCK_D: tl.constexpr):
    tiles = tl.cdiv(T, BLOCK_T)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles
    a, b, c = batch // (B * C), batch // C % B, batch % C
    i = pid % tiles * BLOCK_T + tl.arange(0, BLOCK_T)[:, None]
    j = tl.program_id(1).to(tl.int64) * BLOCK_S + tl.arange(0, BLOCK_S)[None, :]
    d = tl.arange(0, BLOCK_D)
    q_ptrs = q_ptr + a * stride_qa + b * stride_qb + c * stride_qc + i * stride_qt + d[None, :] * stride_qd
    k_ptrs = k_ptr + a * stride_ka + b * stride_kb + c * stride_kc + d[:, None] * stride_kd + j * stride_ks
    y = tl.zeros((BLOCK_T, BLOCK_S), dtype=tl.float32)
    for start in range(0, D, BLOCK_D):
        q = tl.load(q_ptrs, mask=(i < T) & (d[None, :] < D - start), other=0.0).to(tl.float32)
        k = tl.load(k_ptrs, mask=(d[:, None] < D - start) & (j < S), other=0.0)
        y += tl.dot(q.to(k.dtype), k, input_precision="tf32x3")
        q_ptrs += BLOCK_D * stride_qd
        k_ptrs += BLOCK_D * stride_kd

    y = y * scale
    y = tl.where(tl.abs(i - j) > 2, float("-inf"), y)
    tl.store(y_ptr + (batch * T + i) * S + j, y, mask=(i < T) & (j < S))


def matmul_windowed_triton(q, k):
    (T, D), S = q.shape[-2:], k.shape[-2]
    scale = 1 / math.sqrt(D)
    batch = torch.broadcast_shapes(q.shape[:-2], k.shape[:-2])
    A, B, C = (1, 1, 1, *batch)[-3:]
    q, k = q.expand(A, B, C, T, D), k.expand(A, B, C, S, D)
    y = torch.empty((*batch, T, S), dtype=q.dtype, device=q.device)
    grid = (A * B * C * triton.cdiv(T, 128), triton.cdiv(S, 64))
    matmul_windowed_kernel[grid](q, k, y, T, S, D, scale, B, C, *q.stride(), *k.stride(), BLOCK_T=128, BLOCK_S=64, BLOCK_D=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
