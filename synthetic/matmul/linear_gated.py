"""Linear layer of two tensors joined, y = linear(silu(x) * z, w, b), and what follows it in a block: a scale
of each feature, a residual.

The tile of x and the tile of z lie at the same places; they become one on the way into the product. The scale
is a row of y, the residual has its shape: both are applied to the accumulator.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (33, 5, 3), (40, 35, 2, 34)]  # N, K, leading dimensions


def make(N, K, *rows):
    x = torch.randn(*rows, K)
    z = torch.randn(*rows, K)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    s = torch.randn(N)
    r = torch.randn(*rows, N)
    return x, z, w, b, s, r


def linear_gated_torch(x, z, w, b, s, r):
    x = F.silu(x)
    x = torch.mul(x, z)
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = y * s
    y = y + r
    return y


@triton.jit
def linear_gated_kernel(x_ptr, z_ptr, w_ptr, b_ptr, s_ptr, r_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                        BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        x_mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=x_mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + rows[:, None] * K + k[None, :], mask=x_mask, other=0.0).to(tl.float32)
        x = x * tl.sigmoid(x)
        x = x * z
        # What is beyond K need not be zero now, but w is zero there too.
        w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
        w = tl.load(w_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = y * s
    y = y + r
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)


def linear_gated_triton(x, z, w, b, s, r):
    x, z, r = x.contiguous(), z.contiguous(), r.contiguous()
    N, K = w.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_gated_kernel[grid](x, z, w, b, s, r, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
