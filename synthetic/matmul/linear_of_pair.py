"""Linear layer of a program of two tensors that broadcast, y = f(linear(g(x, z), weight, bias)) + r.

Seen with three leading dimensions, A, B and T, x and z are one shape: along a dimension that one of them
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
    r = torch.randn(*shape[:-1], N)
    weight = torch.randn(N, shape[-1]) / shape[-1] ** 0.5
    bias = torch.randn(N)
    return x, z, r, weight, bias


def linear_of_pair_torch(x, z, r, weight, bias):
    z = z[..., None]
    x = torch.maximum(x, z)
    y = F.linear(x, weight, bias)
    y = torch.sigmoid(y)
    y = y + r
    return y


@triton.jit
def linear_of_pair_kernel(x_ptr, z_ptr, r_ptr, weight_ptr, bias_ptr, y_ptr, M, N, K, B, T, stride_xa, stride_xb, stride_xt, stride_xk,
                          stride_za, stride_zb, stride_zt, stride_zk, stride_wn, stride_wk,
                          BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    outer, middle, inner = rows // (B * T), rows // T % B, rows % T
    x_rows = outer * stride_xa + middle * stride_xb + inner * stride_xt
    z_rows = outer * stride_za + middle * stride_zb + inner * stride_zt
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + x_rows[:, None] + k[None, :] * stride_xk, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + z_rows[:, None] + k[None, :] * stride_zk, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, z)
        x = tl.where(mask, x, 0.0)  # what lies beyond K need not be a number here
        weight_ptrs = weight_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
        weight = tl.load(weight_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(weight.dtype), weight, input_precision="tf32x3")

    y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.sigmoid(y)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = y + r
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_of_pair_triton(x, z, r, weight, bias):
    z = z[..., None]
    shape = torch.broadcast_shapes(x.shape, z.shape)
    N, K = weight.shape
    A, B, T = (1, 1, *shape[:-1])[-3:]
    M = A * B * T
    x, z = x.expand(A, B, T, K), z.expand(A, B, T, K)
    r = r.contiguous()
    y = torch.empty((*shape[:-1], N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_of_pair_kernel[grid](x, z, r, weight, bias, y, M, N, K, B, T, *x.stride(), *z.stride(), *weight.stride(),
                                BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
