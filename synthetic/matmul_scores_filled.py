"""Masked scores of attention with what people fill in, y = masked_fill(q @ k.T / sqrt(D), mask == 0, -1e9), for shared keys too.

A batched matrix product of q (B, H, T, D) and k (B, H, S, D), or k (B, 1, S, D) for all heads, each walked by its strides. What
is filled in is the number that the question names: -1e9 is no infinity, since a row without any key keeps a softmax.
"""
from harness import run

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


def matmul_scores_filled_torch(q, k, mask):
    y = q @ k.transpose(-2, -1)
    y = y / math.sqrt(q.shape[-1])
    y = y.masked_fill(mask, -1e9)
    y = torch.relu(y)
    return y


@triton.jit
def matmul_scores_filled_kernel(q_ptr, k_ptr, mask_ptr, y_ptr, H, T, S, D, scale,
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
        k = tl.load(k_ptrs, mask=(d[:, None] < D - start) & (columns[None, :] < S), other=0.0).to(tl.float32)
        y += tl.dot(q, k, input_precision="tf32x3")
        q_ptrs += BLOCK_D * stride_qd
        k_ptrs += BLOCK_D * stride_kd

    inside = (rows[:, None] < T) & (columns[None, :] < S)
    mask_ptrs = mask_ptr + b * stride_mb + h * stride_mh + rows[:, None] * stride_mt + columns[None, :] * stride_ms
    mask = tl.load(mask_ptrs, mask=inside, other=0)
    y = y * scale
    y = tl.where(mask != 0, -1e9, y)
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + ((b * H + h) * T + rows[:, None]) * S + columns[None, :], y, mask=inside)


def matmul_scores_filled_triton(q, k, mask):
    B, H, T, D = q.shape
    S = k.shape[2]
    scale = 1 / math.sqrt(D)
    k = k.expand(B, H, S, D)
    mask = mask.expand(B, H, T, S)
    y = torch.empty((B, H, T, S), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 128), triton.cdiv(S, 64))
    matmul_scores_filled_kernel[grid](q, k, mask, y, H, T, S, D, scale, *q.stride(), *k.stride(), *mask.stride(),
                                      BLOCK_T=128, BLOCK_S=64, BLOCK_D=32, num_warps=8)
    return y


FAMILY = {
    "kept": {"masked_fill(mask, -1e9)": "masked_fill(~mask, -1e9)", "mask != 0, -1e9, y": "mask != 0, y, -1e9"},
    "zero": {"mask = mask > 0": "mask = (mask > 0).float()", "masked_fill(mask, -1e9)": "masked_fill(mask == 0, -1e9)",
             "mask != 0, -1e9, y": "mask == 0, -1e9, y"},
    "zero_long": {"mask = mask > 0": "mask = (mask > 0).long()", "masked_fill(mask, -1e9)": "masked_fill(mask == 0, -1e9)",
                  "mask != 0, -1e9, y": "mask == 0, -1e9, y"},
    "one_long": {"mask = mask > 0": "mask = (mask > 0).long()", "masked_fill(mask, -1e9)": "masked_fill(mask == 1, -1e9)",
                 "mask != 0, -1e9, y": "mask == 1, -1e9, y"},
    "not_bool": {"mask = mask > 0": "mask = (mask > 0).int()", "masked_fill(mask, -1e9)": "masked_fill(~mask.bool(), -1e9)",
                 "mask != 0, -1e9, y": "mask != 0, y, -1e9"},
    "where": {"y.masked_fill(mask, -1e9)": "torch.where(mask, y, -1e9)", "mask != 0, -1e9, y": "mask != 0, y, -1e9"},
    "where_positive": {"mask = mask > 0": "", "y.masked_fill(mask, -1e9)": "torch.where(mask > 0, y, -1e9)",
                       "mask != 0, -1e9, y": "mask > 0, y, -1e9", "mask=inside, other=0)": "mask=inside, other=0.0)"},
    "where_zero": {"mask = mask > 0": "mask = (mask > 0).long()", "y.masked_fill(mask, -1e9)": "torch.where(mask == 0, -1e9, y)",
                   "mask != 0, -1e9, y": "mask == 0, -1e9, y"},
    "added": {"mask = mask > 0": "mask = (mask > 0).float()", "y.masked_fill(mask, -1e9)": "y + mask * -1e9",
              "tl.where(mask != 0, -1e9, y)": "y + mask * -1e9", "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)"},
    "added_from_one": {"mask = mask > 0": "mask = (mask > 0).float()", "y.masked_fill(mask, -1e9)": "y + (1.0 - mask) * -1e9",
                       "tl.where(mask != 0, -1e9, y)": "y + (1.0 - mask) * -1e9", "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)"},
}
AXES = [
    {
        "to_minus_infinity": {"-1e9": 'float("-inf")'},
        "to_million": {"-1e9": "-1e6"},
        "to_ten_thousand": {"-1e9": "-10000.0"},
        "to_huge": {"-1e9": "-1e30"},
        "to_zero": {"-1e9": "0.0"},
    },
    {
        "heads": {"torch.randn(T, S)": "torch.randn(H, T, S)"},
        "samples": {"torch.randn(T, S)": "torch.randn(B, 1, T, S)"},
        "padding": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)"},
        "padding_2d": {"torch.randn(T, S)": "torch.randn(B, S)", "y = q @": "mask = mask[:, None, None, :]\ny = q @",
                       "mask.expand(B, H, T, S)": "mask[:, None, None, :].expand(B, H, T, S)"},
        "padding_again": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)"},
        "samples_3d": {"torch.randn(T, S)": "torch.randn(B, T, S)", "y = q @": "mask = mask.unsqueeze(1)\ny = q @",
                       "mask.expand(B, H, T, S)": "mask[:, None].expand(B, H, T, S)"},
        "keys": {"torch.randn(T, S)": "torch.randn(S)"},
        "shared": {"torch.randn(T, S)": "torch.randn(1, 1, T, S)"},
        "full": {"torch.randn(T, S)": "torch.randn(B, H, T, S)"},
    },
    {
        "times": {"y = y / math.sqrt(q.shape[-1])": "y = y * q.shape[-1] ** -0.5", "scale = 1 / math.sqrt(D)": "scale = D ** -0.5"},
        "eighth": {"y = y / math.sqrt(q.shape[-1])": "y = y * 0.125", "scale = 1 / math.sqrt(D)": "scale = 0.125"},
        "over_8": {"y = y / math.sqrt(q.shape[-1])": "y = y / 8.0", "scale = 1 / math.sqrt(D)": "scale = 1 / 8.0"},
        "unscaled": {"y = y / math.sqrt(q.shape[-1])": "", "scale = 1 / math.sqrt(D)": "", "y = y * scale": "", "D, scale": "D"},
    },
    {
        "shared_keys": {"k = torch.randn(B, H, S, D)": "k = torch.randn(B, 1, S, D)"},
        "one_memory": {"k = torch.randn(B, H, S, D)": "k = torch.randn(S, D)", "S = k.shape[2]": "S = k.shape[0]"},
        "turned_keys": {"k = torch.randn(B, H, S, D)": "k = torch.randn(B, H, D, S)", "q @ k.transpose(-2, -1)": "q @ k",
                        "S = k.shape[2]": "S = k.shape[3]", "k.expand(B, H, S, D)": "k.transpose(-2, -1)"},
        "shared_turned_keys": {"k = torch.randn(B, H, S, D)": "k = torch.randn(B, 1, D, S)", "q @ k.transpose(-2, -1)": "q @ k",
                               "S = k.shape[2]": "S = k.shape[3]", "k.expand(B, H, S, D)": "k.transpose(-2, -1).expand(B, H, S, D)"},
    },
    {"without_tail": {"y = torch.relu(y)": "", "y = tl.maximum(y, 0.0)": ""},
     "sigmoid": {"torch.relu(y)": "torch.sigmoid(y)", "tl.maximum(y, 0.0)": "tl.sigmoid(y)"},
     "without_any_tail": {"y = torch.relu(y)": "", "y = tl.maximum(y, 0.0)": ""}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
