"""Scores of attention, y = q @ k.T / sqrt(D), and what is done to them before a softmax: a scale, a function, a causal mask.

A batched matrix product of q (B, H, T, D) and k (B, H, S, D), each walked by its strides. One program owns one tile of the
scores of one head; scale and mask work on its accumulator.
"""
from harness import run

import math

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1), (2, 3, 5, 7, 4), (2, 2, 34, 40, 20)]  # B, H, T, S, D


def make(B, H, T, S, D):
    q = torch.randn(B, H, T, D)
    k = torch.randn(B, H, S, D)
    return q, k


def matmul_scores_torch(q, k):
    B, H, T, D = q.shape
    S = k.shape[2]
    y = q @ k.transpose(-2, -1)
    y = y / math.sqrt(D)
    y = torch.relu(y)
    y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))
    return y


@triton.jit
def matmul_scores_kernel(q_ptr, k_ptr, y_ptr, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd,
                         stride_kb, stride_kh, stride_ks, stride_kd,
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
        k = tl.load(k_ptrs, mask=(d[:, None] < D - start) & (columns[None, :] < S), other=0.0).to(tl.float32)
        y += tl.dot(q, k, input_precision="tf32x3")
        q_ptrs += BLOCK_D * stride_qd
        k_ptrs += BLOCK_D * stride_kd

    mask = (rows[:, None] < T) & (columns[None, :] < S)
    y = y * scale
    y = tl.maximum(y, 0.0)
    y = tl.where(columns[None, :] <= rows[:, None], y, float("-inf"))
    offsets = ((b * H + h) * T + rows[:, None]) * S + columns[None, :]
    tl.store(y_ptr + offsets, y, mask=mask)


def matmul_scores_triton(q, k):
    B, H, T, D = q.shape
    S = k.shape[2]
    scale = 1 / math.sqrt(D)
    stride_qb, stride_qh, stride_qt, stride_qd = q.stride()
    stride_kb, stride_kh, stride_ks, stride_kd = k.stride()
    y = torch.empty((B, H, T, S), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 128), triton.cdiv(S, 64))
    matmul_scores_kernel[grid](q, k, y, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd,
                               stride_kb, stride_kh, stride_ks, stride_kd, BLOCK_T=128, BLOCK_S=64, BLOCK_D=32, num_warps=8)
    return y


FAMILY = {
    "matmul_scores_transposed": {
        "k = torch.randn(B, H, S, D)": "k = torch.randn(B, H, D, S)",
        "y = q @ k.transpose(-2, -1)": "y = q @ k",
        "S = k.shape[2]": "S = k.shape[3]",
        "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()": "stride_kb, stride_kh, stride_kd, stride_ks = k.stride()",
    },
    "matmul_scores_3d": {
        "q = torch.randn(B, H, T, D)": "q = torch.randn(B * H, T, D)",
        "k = torch.randn(B, H, S, D)": "k = torch.randn(B * H, S, D)",
        "B, H, T, D = q.shape": "B, H, (T, D) = q.shape[0], 1, q.shape[1:]",
        "S = k.shape[2]": "S = k.shape[1]",
        "stride_qb, stride_qh, stride_qt, stride_qd = q.stride()": "stride_qb, stride_qh, (stride_qt, stride_qd) = q.stride(0), 0, q.stride()[1:]",
        "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()": "stride_kb, stride_kh, (stride_ks, stride_kd) = k.stride(0), 0, k.stride()[1:]",
        "torch.empty((B, H, T, S)": "torch.empty((B, T, S)",
    },
    "matmul_scores_3d_transposed": {
        "q = torch.randn(B, H, T, D)": "q = torch.randn(B * H, T, D)",
        "k = torch.randn(B, H, S, D)": "k = torch.randn(B * H, D, S)",
        "y = q @ k.transpose(-2, -1)": "y = torch.bmm(q, k)",
        "B, H, T, D = q.shape": "B, H, (T, D) = q.shape[0], 1, q.shape[1:]",
        "stride_qb, stride_qh, stride_qt, stride_qd = q.stride()": "stride_qb, stride_qh, (stride_qt, stride_qd) = q.stride(0), 0, q.stride()[1:]",
        "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()": "stride_kb, stride_kh, (stride_kd, stride_ks) = k.stride(0), 0, k.stride()[1:]",
        "torch.empty((B, H, T, S)": "torch.empty((B, T, S)",
    },
}
AXES = [
    {
        "scale_times": {"y = y / math.sqrt(D)": "y = y * D ** -0.5", "scale = 1 / math.sqrt(D)": "scale = D ** -0.5"},
        "scale_0125": {"y = y / math.sqrt(D)": "y = y * 0.125", "scale = 1 / math.sqrt(D)": "scale = 0.125"},
        "scale_025": {"y = y / math.sqrt(D)": "y = y * 0.25", "scale = 1 / math.sqrt(D)": "scale = 0.25"},
        "scale_8": {"y = y / math.sqrt(D)": "y = y / 8.0", "scale = 1 / math.sqrt(D)": "scale = 1 / 8"},
        "scale_2": {"y = y / math.sqrt(D)": "y = y / 2.0", "scale = 1 / math.sqrt(D)": "scale = 1 / 2"},
        "unscaled": {"y = y / math.sqrt(D)": "", "scale = 1 / math.sqrt(D)": "", "y = y * scale": "", "D, scale, ": "D, "},
    },
    {
        "unmasked": {
            'y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))': "",
            'y = tl.where(columns[None, :] <= rows[:, None], y, float("-inf"))': "",
        },
        "averaged": {  # as in attention without a softmax
            'y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))': "y = y / S",
            'y = tl.where(columns[None, :] <= rows[:, None], y, float("-inf"))': "y = y / S",
        },
        "added": {
            'y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))':
                'y = y + torch.triu(torch.full((T, S), float("-inf"), device=y.device), diagonal=1)',
        },
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
