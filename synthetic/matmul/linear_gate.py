"""A linear layer as a gate of whole planes, y[n, c] = z[n, c] * sigmoid(x @ w.T + b)[n, c]: squeeze and
excitation.

Two kernels: a small matrix product makes the N x C gates, and the second walks over the planes of z, one
program a piece of a plane, and scales it by one number.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2, 3), (2, 5, 7, 3, 4), (3, 34, 33, 4, 6)]  # N, K, C, H, W


def make(N, K, C, H, W):
    x = torch.randn(N, K)
    z = torch.randn(N, C, H, W)
    w = torch.randn(C, K) / K ** 0.5
    b = torch.randn(C)
    return x, z, w, b


def linear_gate_torch(x, z, w, b):
    y = F.linear(x, w, b)
    y = torch.sigmoid(y)
    y = y[:, :, None, None]
    y = torch.maximum(y, z)
    return y


@triton.jit
def linear_gate_weights_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                               BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


@triton.jit
def linear_gate_kernel(gate_ptr, z_ptr, y_ptr, P, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    pixels = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    y = tl.load(gate_ptr + plane)
    z = tl.load(z_ptr + plane * P + pixels, mask=pixels < P, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    tl.store(y_ptr + plane * P + pixels, y, mask=pixels < P)


def linear_gate_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    N, C, H, W = z.shape
    K = w.shape[1]
    gates = torch.empty((N, C), device=x.device, dtype=torch.float32)  # rounded once, at the end
    y = torch.empty_like(z)
    grid = (triton.cdiv(N, 16), triton.cdiv(C, 64))
    linear_gate_weights_kernel[grid](x, w, b, gates, N, C, K, K, 1, BLOCK_M=16, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    linear_gate_kernel[(N * C, triton.cdiv(H * W, 1024))](gates, z, y, H * W, BLOCK=1024, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
