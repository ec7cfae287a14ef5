"""Matrix product, y = x @ w for x (M, K) and w (K, N), with a pointwise tail.

One program owns one BLOCK_M x BLOCK_N tile of y and walks along K: it loads a tile of x and a tile of w,
multiplies them and adds to its accumulator. The tail works on the accumulator, so y is written once.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (70, 50, 65)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(K, N) / K ** 0.5


def matmul_torch(x, w):
    y = x @ w
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                  BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr):
    # Programs run roughly in order. Walking down GROUP row tiles before moving to the next column tile keeps both
    # the rows of x and the columns of w that neighbours share in the L2 cache.
    tiles_m = tl.cdiv(M, BLOCK_M)
    tiles_n = tl.cdiv(N, BLOCK_N)
    pid = tl.program_id(0)
    first = pid // (GROUP * tiles_n) * GROUP
    height = tl.minimum(tiles_m - first, GROUP)
    within = pid % (GROUP * tiles_n)
    rows = (first + within % height).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = (within // height).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)

    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        # Zeros beyond K add nothing to the sum. Tensor cores multiply TF32, which has 11 of float32's 24 bits: "tf32x3" splits
        # each number into a large and a small part and sums three of the four products, which is nearly as exact as float32.
        # Half precision they multiply as it is: casts to float32 and back cancel out, unless something is done between them.
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_triton(x, w):
    M, K = x.shape
    N = w.shape[1]
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128) * triton.cdiv(N, 64),)
    matmul_kernel[grid](x, w, y, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                        BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, GROUP=8, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
