"""Weights times values, and the heads put side by side, y[b, t, h * E + e] = (x @ v)[b, h, t, e]: the end of
attention.

A batched matrix product whose transposition is free: where each number is written is all that changes. One
program owns one tile of one head; E neighbours in a row of the tile stay neighbours in memory.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1), (2, 3, 5, 33, 4), (2, 2, 36, 40, 20)]  # B, H, T, S, E


def make(B, H, T, S, E):
    return torch.randn(B, H, T, S), torch.randn(B, H, S, E) / S ** 0.5


def matmul_merge_heads_torch(x, v):
    B, H, T, S = x.shape
    y = x @ v
    y = torch.relu(y)
    y = y.transpose(1, 2).reshape(B, T, -1)
    return y


@triton.jit
def matmul_merge_heads_kernel(x_ptr, v_ptr, y_ptr, H, T, S, E, stride_xb, stride_xh, stride_xt, stride_xs,
                              stride_vb, stride_vh, stride_vs, stride_ve,
                              BLOCK_T: tl.constexpr, BLOCK_E: tl.constexpr, BLOCK_S: tl.constexpr):
    tiles = tl.cdiv(T, BLOCK_T)
    pid = tl.program_id(0).to(tl.int64)
    b = pid // tiles // H
    h = pid // tiles % H
    rows = pid % tiles * BLOCK_T + tl.arange(0, BLOCK_T)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_E + tl.arange(0, BLOCK_E)
    s = tl.arange(0, BLOCK_S)
    x_ptrs = x_ptr + b * stride_xb + h * stride_xh + rows[:, None] * stride_xt + s[None, :] * stride_xs
    v_ptrs = v_ptr + b * stride_vb + h * stride_vh + s[:, None] * stride_vs + columns[None, :] * stride_ve
    y = tl.zeros((BLOCK_T, BLOCK_E), dtype=tl.float32)
    for start in range(0, S, BLOCK_S):
        x = tl.load(x_ptrs, mask=(rows[:, None] < T) & (s[None, :] < S - start), other=0.0).to(tl.float32)
        v = tl.load(v_ptrs, mask=(s[:, None] < S - start) & (columns[None, :] < E), other=0.0)
        y += tl.dot(x.to(v.dtype), v, input_precision="tf32x3")
        x_ptrs += BLOCK_S * stride_xs
        v_ptrs += BLOCK_S * stride_vs

    y = tl.maximum(y, 0.0)
    offsets = ((b * T + rows[:, None]) * H + h) * E + columns[None, :]
    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < T) & (columns[None, :] < E))


def matmul_merge_heads_triton(x, v):
    B, H, T, S = x.shape
    E = v.shape[3]
    stride_xb, stride_xh, stride_xt, stride_xs = x.stride()
    stride_vb, stride_vh, stride_vs, stride_ve = v.stride()
    y = torch.empty((B, T, H * E), device=x.device, dtype=x.dtype)
    grid = (B * H * triton.cdiv(T, 128), triton.cdiv(E, 64))
    matmul_merge_heads_kernel[grid](x, v, y, H, T, S, E, stride_xb, stride_xh, stride_xt, stride_xs,
                                    stride_vb, stride_vh, stride_vs, stride_ve,
                                    BLOCK_T=128, BLOCK_E=64, BLOCK_S=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
