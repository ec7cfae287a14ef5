"""Bilinear layer, y[m, n] = x[m] @ w[n] @ z[m] + b[n]: every output has a matrix of its own.

One program owns BLOCK_M rows of one output n. For a tile of columns j it makes x @ w[n], a matrix product,
and folds it at once with the same columns of z; the (M, J) product exists only tile by tile.
"""

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

from python_to_triton.verification.exemplar import run

CASES = [(1, 1, 1, 1), (3, 5, 4, 7), (35, 33, 2, 40)]  # M, I, N, J


def make(M, I, N, J):
    x = torch.randn(M, I)
    z = torch.randn(M, J)
    w = torch.randn(N, I, J) / (I * J) ** 0.5
    b = torch.randn(N)
    return x, z, w, b


def bilinear_torch(x, z, w, b):
    y = F.bilinear(x, z, w, b)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def bilinear_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, I, N, J,
                    BLOCK_M: tl.constexpr, BLOCK_I: tl.constexpr, BLOCK_J: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1).to(tl.int64)
    y = tl.zeros((BLOCK_M,), dtype=tl.float32)
    for first in range(0, J, BLOCK_J):
        j = first + tl.arange(0, BLOCK_J)
        product = tl.zeros((BLOCK_M, BLOCK_J), dtype=tl.float32)
        for start in range(0, I, BLOCK_I):
            i = start + tl.arange(0, BLOCK_I)
            x = tl.load(x_ptr + rows[:, None] * I + i[None, :], mask=(rows[:, None] < M) & (i[None, :] < I), other=0.0).to(tl.float32)
            w_ptrs = w_ptr + (n * I + i[:, None]) * J + j[None, :]
            w = tl.load(w_ptrs, mask=(i[:, None] < I) & (j[None, :] < J), other=0.0).to(tl.float32)
            product += tl.dot(x, w, input_precision="tf32x3")
        z = tl.load(z_ptr + rows[:, None] * J + j[None, :], mask=(rows[:, None] < M) & (j[None, :] < J), other=0.0).to(tl.float32)
        y += tl.sum(product * z, axis=1)
    y += tl.load(b_ptr + n).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows * N + n, y, mask=rows < M)


def bilinear_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    N, I, J = w.shape
    M = x.numel() // I
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 32), N)
    bilinear_kernel[grid](x, z, w, b, y, M, I, N, J, BLOCK_M=32, BLOCK_I=32, BLOCK_J=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
