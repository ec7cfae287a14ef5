"""Products of two tensors that einsum writes and matmul does not: a batch of matrix products walked by
strides.

Every letter of the equation plays one of five parts: two batches B and H, rows M, columns N, and the sum over
K. Which dimension plays which is a matter of strides alone, so one kernel serves all equations, and nothing
is moved first. One program owns one tile of one matrix of the batch.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1), (2, 3, 5, 33, 7), (2, 4, 34, 40, 20)]  # B, H, M, N, K


def make(B, H, M, N, K):
    x = torch.randn(B, M, H, K)
    w = torch.randn(B, N, H, K) / K ** 0.5
    return x, w


def einsum_torch(x, w):
    y = torch.einsum("bmhk,bnhk->bhmn", x, w)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def einsum_kernel(x_ptr, w_ptr, y_ptr, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,
                  stride_wb, stride_wh, stride_wn, stride_wk, stride_yb, stride_yh, stride_ym, stride_yn,
                  BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    b = pid // tiles_m // H
    h = pid // tiles_m % H
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + b * stride_xb + h * stride_xh + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + b * stride_wb + h * stride_wh + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y_ptrs = y_ptr + b * stride_yb + h * stride_yh + rows[:, None] * stride_ym + columns[None, :] * stride_yn
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def einsum_triton(x, w):
    B, M, H, K = x.shape
    N = w.shape[1]
    stride_xb, stride_xm, stride_xh, stride_xk = x.stride()
    stride_wb, stride_wn, stride_wh, stride_wk = w.stride()
    y = torch.empty((B, H, M, N), device=x.device, dtype=x.dtype)
    stride_yb, stride_yh, stride_ym, stride_yn = y.stride()
    grid = (B * H * triton.cdiv(M, 128), triton.cdiv(N, 64))
    einsum_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,
                        stride_wb, stride_wh, stride_wn, stride_wk, stride_yb, stride_yh, stride_ym, stride_yn,
                        BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
