"""Matrix times vector, y = x @ v for x (..., K) and v (K,), with a pointwise tail.

Every number of x is used once, so this is bound by memory, not by arithmetic: no tl.dot. One program owns
BLOCK_M rows and walks along them BLOCK_K columns at a time; products are kept apart until one sum at the end.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (33, 3), (300, 40), (33, 2, 5), (20, 2, 3, 4)]  # K, leading dimensions


def make(K, *rows):
    return torch.randn(*rows, K), torch.randn(K) / K ** 0.5


def matvec_torch(x, v):
    y = x @ v
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matvec_kernel(x_ptr, v_ptr, y_ptr, M, K, stride_v, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    products = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + k * stride_v, mask=k < K, other=0.0).to(tl.float32)
        products += x * v[None, :]
    y = tl.sum(products, axis=1)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < M)


def matvec_triton(x, v):
    x = x.contiguous()
    K = x.shape[-1]
    M = x.numel() // K
    y = x.new_empty(x.shape[:-1])
    grid = (triton.cdiv(M, 16),)
    matvec_kernel[grid](x, v, y, M, K, v.stride(0), BLOCK_M=16, BLOCK_K=128, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
