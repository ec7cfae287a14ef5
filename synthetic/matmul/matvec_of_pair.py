"""Product of a program of two tensors that broadcast and a vector, y = f(g(x, z) @ v), also of the vector
first, v @ g(x, z).

Seen with three leading dimensions, A, B and M, x and z are one shape: along a dimension that one of them
lacks, its stride is 0, and the same number is read again. A program takes BLOCK_M results, walks along k in
tiles and computes g where it reads x.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3), (11, 37), (4, 11, 37), (2, 3, 40, 90), (70, 9)]  # leading dimensions, M, K


def make(*shape):
    x = torch.randn(shape)
    z = torch.randn(shape[:-1])
    v = torch.randn(shape[-1])
    return x, z, v


def matvec_of_pair_torch(x, z, v):
    z = z[..., None]
    x = torch.maximum(x, z)
    y = x @ v
    y = torch.sigmoid(y)
    return y


@triton.jit
def matvec_of_pair_kernel(x_ptr, z_ptr, v_ptr, y_ptr, B, M, K, stride_xa, stride_xb, stride_xm, stride_xk,
                          stride_za, stride_zb, stride_zm, stride_zk, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    x_ptr += batch // B * stride_xa + batch % B * stride_xb
    z_ptr += batch // B * stride_za + batch % B * stride_zb
    lanes = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + rows[:, None] * stride_zm + k[None, :] * stride_zk, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, z)
        x = tl.where(mask, x, 0.0)  # what lies beyond K need not be a number here
        vector = tl.load(v_ptr + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += x * vector[None, :]
    y = tl.sum(lanes, axis=1)
    y = tl.sigmoid(y)
    tl.store(y_ptr + batch * M + rows, y, mask=rows < M)


def matvec_of_pair_triton(x, z, v):
    z = z[..., None]
    v = v.contiguous()
    shape = torch.broadcast_shapes(x.shape, z.shape)
    A, B, M, K = (1, 1, *shape)[-4:]
    x, z = x.expand(A, B, M, K), z.expand(A, B, M, K)
    y = torch.empty(shape[:-1], dtype=x.dtype, device=x.device)
    grid = (A * B * triton.cdiv(M, 32),)
    matvec_of_pair_kernel[grid](x, z, v, y, B, M, K, *x.stride(), *z.stride(), BLOCK_M=32, BLOCK_K=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
