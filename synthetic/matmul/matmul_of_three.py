"""Matrix product of a program of three tensors that broadcast, y = f(g(x, z, w) @ v), of any ranks,
transposed or not.

All dimensions before the last two are batches, and broadcast. Seen with three of them, A, B and C, x, z and w
are one shape: along a dimension that one lacks, its stride is 0, and the same number is read again. A
transpose swaps strides. A tile is computed as it is loaded.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]


def make(x_shape, v_shape):
    shape = x_shape
    x = torch.randn(shape)
    z = torch.randn(shape[:-1])
    w = torch.randn(shape[-1])
    v = torch.randn(v_shape)
    return x, z, w, v


def matmul_of_three_torch(x, z, w, v):
    z = z[..., None]
    x = torch.addcmul(w, x, z)
    y = x @ v
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_of_three_kernel(x_ptr, z_ptr, w_ptr, v_ptr, y_ptr, M, N, K, B, C, stride_xa, stride_xb, stride_xc, stride_xm, stride_xk,
                           stride_za, stride_zb, stride_zc, stride_zm, stride_zk, stride_wa, stride_wb, stride_wc, stride_wm, stride_wk,
                           stride_va, stride_vb, stride_vc, stride_vk, stride_vn,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    a, b, c = batch // (B * C), batch // C % B, batch % C
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    x_ptr += a * stride_xa + b * stride_xb + c * stride_xc
    z_ptr += a * stride_za + b * stride_zb + c * stride_zc
    w_ptr += a * stride_wa + b * stride_wb + c * stride_wc
    v_ptr += a * stride_va + b * stride_vb + c * stride_vc
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        x_mask = (rows[:, None] < M) & (k[None, :] < K)
        v_mask = (k[:, None] < K) & (columns[None, :] < N)
        x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk, mask=x_mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + rows[:, None] * stride_zm + k[None, :] * stride_zk, mask=x_mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + rows[:, None] * stride_wm + k[None, :] * stride_wk, mask=x_mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + k[:, None] * stride_vk + columns[None, :] * stride_vn, mask=v_mask, other=0.0)
        x = w + x * z
        x = tl.where(x_mask, x, 0.0)  # what lies beyond K need not be a number here
        y += tl.dot(x.to(v.dtype), v, input_precision="tf32x3")

    y = tl.sigmoid(y)
    y_ptrs = y_ptr + batch * M * N + rows[:, None] * N + columns[None, :]
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_of_three_triton(x, z, w, v):
    z = z[..., None]
    shape = torch.broadcast_shapes(x.shape, z.shape, w.shape)
    (M, K), N = shape[-2:], v.shape[-1]
    batch = torch.broadcast_shapes(shape[:-2], v.shape[:-2])
    A, B, C = (1, 1, 1, *batch)[-3:]
    x, z, w = x.expand(A, B, C, M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, M, K)
    v = v.expand(A, B, C, K, N)
    y = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)
    grid = (A * B * C * triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_of_three_kernel[grid](x, z, w, v, y, M, N, K, B, C, *x.stride(), *z.stride(), *w.stride(), *v.stride(),
                                BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4, num_stages=2)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
