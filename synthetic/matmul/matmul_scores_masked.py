"""Masked scores of attention, y = where(mask, q @ k.T / sqrt(D), -inf), or with a bias added to them.

A batched matrix product of q (B, H, T, D) and k (B, H, S, D), each walked by its strides. One program owns
one tile of the scores of one head and reads the tile of the mask beside it; a dimension that the mask lacks
has stride 0.
"""

from python_to_triton.verification.exemplar import run

import math

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2, 1), (2, 3, 5, 7, 4), (2, 2, 34, 40, 20)]  # B, H, T, S, D


def make(B, H, T, S, D):
    q = torch.randn(B, H, T, D)
    k = torch.randn(B, H, S, D)
    mask = torch.randn(T, S)
    mask = mask > 0
    return q, k, mask


def matmul_scores_masked_torch(q, k, mask):
    D = q.shape[-1]
    y = q @ k.transpose(-2, -1)
    y = y / math.sqrt(D)
    y = torch.relu(y)
    y = y.masked_fill(mask, float("-inf"))
    return y


@triton.jit
def matmul_scores_masked_kernel(q_ptr, k_ptr, mask_ptr, y_ptr, H, T, S, D, scale,
                                stride_qb, stride_qh, stride_qt, stride_qd, stride_kb, stride_kh, stride_ks, stride_kd,
                                stride_mb, stride_mh, stride_mt, stride_ms,
                                BLOCK_T: tl.constexpr, BLOCK_S: tl.constexpr, BLOCK_D: tl.constexpr):
    tiles = tl.cdiv(T, BLOCK_T)
    pid = tl.program_id(0).to(tl.int64)
    b = pid // tiles // H
    h = pid // tiles % H
    rows = pid % tiles * BLOCK_T + tl.arange(0, BLOCK_T)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_S + tl.arange(0, BLOCK_S)
    d = tl.arange(0, BLOCK_D)
    q_ptrs = q_ptr + b * stride_qb + h * stride_qh + rows[:, None] * stride_qt + d[None, :] * stride_qd
    k_ptrs = k_ptr + b * stride_kb + h * stride_kh + d[:, None] * stride_kd + columns[None, :] * stride_ks
    y = tl.zeros((BLOCK_T, BLOCK_S), dtype=tl.float32)
    for start in range(0, D, BLOCK_D):
        q = tl.load(q_ptrs, mask=(rows[:, None] < T) & (d[None, :] < D - start), other=0.0).to(tl.float32)
        k = tl.load(k_ptrs, mask=(d[:, None] < D - start) & (columns[None, :] < S), other=0.0)
        y += tl.dot(q.to(k.dtype), k, input_precision="tf32x3")
        q_ptrs += BLOCK_D * stride_qd
        k_ptrs += BLOCK_D * stride_kd

    inside = (rows[:, None] < T) & (columns[None, :] < S)
    mask_ptrs = mask_ptr + b * stride_mb + h * stride_mh + rows[:, None] * stride_mt + columns[None, :] * stride_ms
    mask = tl.load(mask_ptrs, mask=inside, other=0)
    y = y * scale
    y = tl.maximum(y, 0.0)
    y = tl.where(mask != 0, float("-inf"), y)
    tl.store(y_ptr + ((b * H + h) * T + rows[:, None]) * S + columns[None, :], y, mask=inside)


def matmul_scores_masked_triton(q, k, mask):
    B, H, T, D = q.shape
    S = k.shape[2]
    scale = 1 / math.sqrt(D)
    stride_qb, stride_qh, stride_qt, stride_qd = q.stride()
    stride_kb, stride_kh, stride_ks, stride_kd = k.stride()
    stride_mb, stride_mh, stride_mt, stride_ms = mask.expand(B, H, T, S).stride()
    y = torch.empty((B, H, T, S), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 128), triton.cdiv(S, 64))
    matmul_scores_masked_kernel[grid](q, k, mask, y, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd,
                                      stride_kb, stride_kh, stride_ks, stride_kd, stride_mb, stride_mh, stride_mt, stride_ms,
                                      BLOCK_T=128, BLOCK_S=64, BLOCK_D=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
