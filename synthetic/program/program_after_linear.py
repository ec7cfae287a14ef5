"""A linear layer and a program of its result and of tensors that broadcast to it, each of any shape that
does, with one result or several.

One program owns one tile of the result and reads what it needs of the others once its sum is complete.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 2), (3, 11, 6, 37), (2, 35, 66, 9)]


def make(B, T, N, K):
    return torch.randn(B, T, K), torch.randn(B, T, N), torch.randn(N), torch.randn(N, K) / K ** 0.5, torch.randn(N)


def program_after_linear_torch(x, z, w, weight, bias):
    s = F.linear(x, weight, bias)
    y = s * z
    y = y + w
    return y


@triton.jit
def program_after_linear_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, M, N, K, stride_n, stride_k,
                                BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    weight_ptrs = weight_ptr + k[:, None] * stride_k + columns[None, :] * stride_n
    s = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        weight = tl.load(weight_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        s += tl.dot(x.to(weight.dtype), weight, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        weight_ptrs += BLOCK_K * stride_k

    s += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = s * z
    y = y + w
    tl.store(y_ptr + offsets, y, mask=mask)


def program_after_linear_triton(x, z, w, weight, bias):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    N, K = weight.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    program_after_linear_kernel[grid](x, z, w, weight, bias, y, M, N, K, weight.stride(0), weight.stride(1),
                                BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
