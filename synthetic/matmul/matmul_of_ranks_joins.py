"""Matrix product of two tensors of any ranks, joined with a third, y = max(g(x) @ w, z), of which either
factor may be transposed.

z has the shape of y, or any that broadcasts to it: a row, a column, a matrix, a number for each product.
Expanded as x and w are, it is read by its strides, which are 0 where it repeats, so one kernel serves every
rank and every shape.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]


def make(x_shape, w_shape):
    x = torch.randn(x_shape)
    w = torch.randn(w_shape)
    batch = torch.broadcast_shapes(x_shape[:-2], w_shape[:-2])
    M, N = x_shape[-2], w_shape[-1]
    z = torch.randn(*batch, M, N)
    return x, w, z


def matmul_of_ranks_joins_torch(x, w, z):
    x = torch.relu(x)
    y = x @ w
    y = torch.maximum(y, z)
    return y


@triton.jit
def matmul_of_ranks_joins_kernel(x_ptr, w_ptr, z_ptr, y_ptr, M, N, K, B, C, stride_xa, stride_xb, stride_xc, stride_xm, stride_xk,
                                 stride_wa, stride_wb, stride_wc, stride_wk, stride_wn,
                                 stride_za, stride_zb, stride_zc, stride_zm, stride_zn,
                                 BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    a, b, c = batch // (B * C), batch // C % B, batch % C
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + a * stride_xa + b * stride_xb + c * stride_xc + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + a * stride_wa + b * stride_wb + c * stride_wc + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    mask = (rows[:, None] < M) & (columns[None, :] < N)
    z_ptrs = z_ptr + a * stride_za + b * stride_zb + c * stride_zc + rows[:, None] * stride_zm + columns[None, :] * stride_zn
    z = tl.load(z_ptrs, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    tl.store(y_ptr + batch * M * N + rows[:, None] * N + columns[None, :], y, mask=mask)


def matmul_of_ranks_joins_triton(x, w, z):
    (M, K), N = x.shape[-2:], w.shape[-1]
    batch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])
    A, B, C = (1, 1, 1, *batch)[-3:]
    x, w, z = x.expand(A, B, C, M, K), w.expand(A, B, C, K, N), z.expand(A, B, C, M, N)
    y = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)
    grid = (A * B * C * triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_of_ranks_joins_kernel[grid](x, w, z, y, M, N, K, B, C, *x.stride(), *w.stride(), *z.stride(),
                                       BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
