"""Every element of a row with every element of another row of the same batch, y[b, m, n] = max(x[b, m], z[b,
n]).

A program makes a BLOCK_M x BLOCK_N tile of one y[b] from BLOCK_M + BLOCK_N loaded numbers: indexing with None
turns a row of x into a column, and the arithmetic spreads both over the tile.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1), (2, 3, 33), (3, 40, 7)]  # B, M, N


def make(B, M, N):
    return torch.randn(B, M), torch.randn(B, N)


def outer_batched_torch(x, z):
    x, z = x[:, :, None], z[:, None, :]
    x = torch.maximum(x, z)
    x = torch.relu(x)
    return x


@triton.jit
def outer_batched_kernel(x_ptr, z_ptr, y_ptr, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    b = tl.program_id(0).to(tl.int64) // tiles_m
    m = tl.program_id(0) % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    x = tl.load(x_ptr + b * M + m, mask=m < M, other=0.0).to(tl.float32)[:, None]
    z = tl.load(z_ptr + b * N + n, mask=n < N, other=0.0).to(tl.float32)[None, :]
    x = tl.maximum(x, z)
    x = tl.maximum(x, 0.0)
    offsets = (b * M + m)[:, None] * N + n[None, :]
    tl.store(y_ptr + offsets, x, mask=(m < M)[:, None] & (n < N)[None, :])


def outer_batched_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    B, M = x.shape
    N = z.shape[1]
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 32), triton.cdiv(N, 64))
    outer_batched_kernel[grid](x, z, y, M, N, BLOCK_M=32, BLOCK_N=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
