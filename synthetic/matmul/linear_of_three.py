"""Linear layer of a program of three tensors that broadcast, y = f(linear(g(x, z, w), weight, bias)): scaled
and shifted, gated, masked.

Seen with three leading dimensions, A, B and T, all three are one shape: along a dimension that one of them
lacks, its stride is 0, and the same number is read again. So one kernel is every form of broadcasting. It
applies g to a tile as it is loaded.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 1), (33, 5, 3), (5, 3, 2, 4), (40, 3, 2, 34), (6, 2, 3, 4, 7)]  # N, leading dimensions, K


def make(N, *shape):
    x = torch.randn(shape)
    z = torch.randn(shape[:-1])
    w = torch.randn(shape[-1])
    weight = torch.randn(N, shape[-1]) / shape[-1] ** 0.5
    bias = torch.randn(N)
    return x, z, w, weight, bias


def linear_of_three_torch(x, z, w, weight, bias):
    z = z[..., None]
    x = torch.addcmul(w, x, z)
    y = F.linear(x, weight, bias)
    y = torch.sigmoid(y)
    return y


@triton.jit
def linear_of_three_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, M, N, K, B, T, stride_xa, stride_xb, stride_xt, stride_xk,
                           stride_za, stride_zb, stride_zt, stride_zk, stride_wa, stride_wb, stride_wt, stride_wk,
                           stride_weight_n, stride_weight_k,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    outer, middle, inner = rows // (B * T), rows // T % B, rows % T
    x_rows = outer * stride_xa + middle * stride_xb + inner * stride_xt
    z_rows = outer * stride_za + middle * stride_zb + inner * stride_zt
    w_rows = outer * stride_wa + middle * stride_wb + inner * stride_wt
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + x_rows[:, None] + k[None, :] * stride_xk, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + z_rows[:, None] + k[None, :] * stride_zk, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + w_rows[:, None] + k[None, :] * stride_wk, mask=mask, other=0.0).to(tl.float32)
        x = w + x * z
        x = tl.where(mask, x, 0.0)  # what lies beyond K need not be a number here
        weight_ptrs = weight_ptr + k[:, None] * stride_weight_k + columns[None, :] * stride_weight_n
        weight = tl.load(weight_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, weight, input_precision="tf32x3")

    y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def linear_of_three_triton(x, z, w, weight, bias):
    z = z[..., None]
    shape = torch.broadcast_shapes(x.shape, z.shape, w.shape)
    N, K = weight.shape
    A, B, T = (1, 1, *shape[:-1])[-3:]
    M = A * B * T
    x, z, w = x.expand(A, B, T, K), z.expand(A, B, T, K), w.expand(A, B, T, K)
    y = torch.empty((*shape[:-1], N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_of_three_kernel[grid](x, z, w, weight, bias, y, M, N, K, B, T, *x.stride(), *z.stride(), *w.stride(), *weight.stride(),
                                 BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8, num_stages=2)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
