"""A linear layer of a program of its input and of tensors that broadcast to it, y = f((x * z + w) @ weight.T
+ bias).

One program owns one tile of the result. The program of the input is computed for a tile as it is loaded:
again for every column of tiles, which costs less than writing it down and reading it back.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 2), (3, 11, 6, 37), (2, 35, 66, 9)]


def make(B, T, N, K):
    return torch.randn(B, T, K), torch.randn(K), torch.randn(B, T, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)


def program_before_linear_torch(x, z, w, weight, bias):
    g = x * z
    g = g + w
    y = F.linear(g, weight, bias)
    y = torch.sigmoid(y)
    return y


@triton.jit
def program_before_linear_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, M, N, K, stride_n, stride_k,
                                BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        inside = (rows[:, None] < M) & (k[None, :] < K)
        offsets = rows[:, None] * K + k[None, :]
        x = tl.load(x_ptr + offsets, mask=inside, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + k[None, :], mask=k[None, :] < K, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + offsets, mask=inside, other=0.0).to(tl.float32)
        g = x * z
        g = g + w
        g = tl.where(inside, g, 0.0)  # beyond K a program of zeros need not be one, nor a number
        weight_ptrs = weight_ptr + k[:, None] * stride_k + columns[None, :] * stride_n
        weight = tl.load(weight_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(g, weight, input_precision="tf32x3")

    y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def program_before_linear_triton(x, z, w, weight, bias):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    N, K = weight.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    program_before_linear_kernel[grid](x, z, w, weight, bias, y, M, N, K, weight.stride(0), weight.stride(1),
                                BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
