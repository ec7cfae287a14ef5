"""Every element of one vector with every element of another, y[m, n] = x[m] + z[n], with one step after it.

A program makes a BLOCK_M x BLOCK_N tile of y from BLOCK_M + BLOCK_N loaded numbers: indexing with None turns
a vector into a column or a row, and the arithmetic spreads both over the tile.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (33, 7), (40, 70)]


def make(M, N):
    return torch.randn(M), torch.randn(N)


def outer_torch(x, z):
    x, z = x[:, None], z[None, :]
    x = torch.add(x, z)
    x = torch.relu(x)
    return x


@triton.jit
def outer_kernel(x_ptr, z_ptr, y_ptr, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    x = tl.load(x_ptr + m, mask=m < M, other=0.0).to(tl.float32)[:, None]
    z = tl.load(z_ptr + n, mask=n < N, other=0.0).to(tl.float32)[None, :]
    x = x + z
    x = tl.maximum(x, 0.0)
    offsets = m.to(tl.int64)[:, None] * N + n[None, :]
    tl.store(y_ptr + offsets, x, mask=(m < M)[:, None] & (n < N)[None, :])


def outer_triton(x, z):
    M, N = x.numel(), z.numel()
    y = torch.empty((M, N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 64))
    outer_kernel[grid](x, z, y, M, N, BLOCK_M=32, BLOCK_N=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
