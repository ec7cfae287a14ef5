"""Products of as many pairs of matrices, and a program of them and of tensors that broadcast to them, with
one result or several.

One program owns one tile of one product and reads what it needs of the others once its sum is complete.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 3, 2), (3, 11, 6, 37), (2, 70, 66, 9)]


def make(B, M, N, K):
    x = torch.randn(B, M, K)
    return x, torch.randn(B, M, N), torch.randn(N), torch.randn(*x.shape[:-2], K, N)


def program_after_bmm_torch(x, z, w, other):
    s = torch.matmul(x, other)
    y = s * z
    y = y + w
    return y


@triton.jit
def program_after_bmm_kernel(x_ptr, z_ptr, w_ptr, other_ptr, y_ptr, M, N, K, stride_b, stride_k, stride_n,
                             BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + batch * M * K + rows[:, None] * K + k[None, :]
    other_ptrs = other_ptr + batch * stride_b + k[:, None] * stride_k + columns[None, :] * stride_n
    s = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        other = tl.load(other_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        s += tl.dot(x.to(other.dtype), other, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        other_ptrs += BLOCK_K * stride_k

    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = (batch * M + rows[:, None]) * N + columns[None, :]
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = s * z
    y = y + w
    tl.store(y_ptr + offsets, y, mask=mask)


def program_after_bmm_triton(x, z, w, other):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    M, K = x.shape[-2:]
    N = other.shape[-1]
    other = other.reshape(-1, K, N)
    y = torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)
    grid = (other.shape[0] * triton.cdiv(M, 128), triton.cdiv(N, 64))
    program_after_bmm_kernel[grid](x, z, w, other, y, M, N, K, *other.stride(),
                             BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
