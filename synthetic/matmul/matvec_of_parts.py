"""Part of a matrix, or a function of it, times a vector: y = f(tril(x) @ v) for x (..., M, K), at ranks 2 to
4, with a second vector after it.

What lies outside the triangle is never read: it is one more condition of the mask. A program takes BLOCK_M
results of one matrix and walks along k in tiles, one sum for each lane of the tile.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3), (11, 37), (70, 90)]


def make(*shape):
    x = torch.randn(shape)
    v = torch.randn(shape[-1])
    z = torch.randn(shape[:-1])
    return x, v, z


def matvec_of_parts_torch(x, v, z):
    x = torch.tril(x)
    y = x @ v
    y = torch.relu(y)
    y = 1.5 * y + 0.5 * z
    y = torch.sigmoid(y)
    return y


@triton.jit
def matvec_of_parts_kernel(x_ptr, v_ptr, z_ptr, y_ptr, M, K, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    lanes = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K) & (k[None, :] <= rows[:, None])
        x = tl.load(x_ptr + (batch * M + rows[:, None]) * K + k[None, :], mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += x * v[None, :]
    y = tl.sum(lanes, axis=1)
    z = tl.load(z_ptr + batch * M + rows, mask=rows < M, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = 1.5 * y + 0.5 * z
    y = tl.sigmoid(y)
    tl.store(y_ptr + batch * M + rows, y, mask=rows < M)


def matvec_of_parts_triton(x, v, z):
    x, v, z = x.contiguous(), v.contiguous(), z.contiguous()
    M, K = x.shape[-2:]
    y = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
    block_k = min(512, triton.next_power_of_2(K))
    block_m = 4096 // block_k
    grid = (x.numel() // (M * K) * triton.cdiv(M, block_m),)
    matvec_of_parts_kernel[grid](x, v, z, y, M, K, BLOCK_M=block_m, BLOCK_K=block_k)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
