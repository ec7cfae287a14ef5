"""Product of two matrices scaled on any side, y = f((s * x) @ (w * t)), of any ranks: what multiplying by
diagonal matrices does.

s is a column or a row of x, t a column or a row of w; each is read with the tile that it scales, by the
strides of what it is expanded to, which are 0 where it repeats. All dimensions before the last two are
batches and broadcast.
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
    s = torch.randn(x_shape[-2], 1)
    t = torch.randn(w_shape[-1])
    return x, w, s, t


def matmul_scaled_factors_torch(x, w, s, t):
    x = x * s
    w = w * t
    y = x @ w
    y = torch.relu(y)
    return y


@triton.jit
def matmul_scaled_factors_kernel(x_ptr, w_ptr, s_ptr, t_ptr, y_ptr, M, N, K, B, C, stride_xa, stride_xb, stride_xc, stride_xm, stride_xk,
                                 stride_wa, stride_wb, stride_wc, stride_wk, stride_wn, stride_sm, stride_sk, stride_tk, stride_tn,
                                 BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    a, b, c = batch // (B * C), batch // C % B, batch % C
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    x_ptr += a * stride_xa + b * stride_xb + c * stride_xc
    w_ptr += a * stride_wa + b * stride_wb + c * stride_wc
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        x_mask = (rows[:, None] < M) & (k[None, :] < K)
        w_mask = (k[:, None] < K) & (columns[None, :] < N)
        x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk, mask=x_mask, other=0.0).to(tl.float32)
        s = tl.load(s_ptr + rows[:, None] * stride_sm + k[None, :] * stride_sk, mask=x_mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn, mask=w_mask, other=0.0).to(tl.float32)
        t = tl.load(t_ptr + k[:, None] * stride_tk + columns[None, :] * stride_tn, mask=w_mask, other=0.0).to(tl.float32)
        x = x * s
        w = w * t
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")

    y = tl.maximum(y, 0.0)
    y_ptrs = y_ptr + batch * M * N + rows[:, None] * N + columns[None, :]
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_scaled_factors_triton(x, w, s, t):
    (M, K), N = x.shape[-2:], w.shape[-1]
    batch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])
    A, B, C = (1, 1, 1, *batch)[-3:]
    x, w = x.expand(A, B, C, M, K), w.expand(A, B, C, K, N)
    s, t = s.expand(M, K), t.expand(K, N)
    y = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)
    grid = (A * B * C * triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_scaled_factors_kernel[grid](x, w, s, t, y, M, N, K, B, C, *x.stride(), *w.stride(), *s.stride(), *t.stride(),
                                       BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
