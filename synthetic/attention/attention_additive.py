"""Additive attention's scores, y[b, s] = sum over d of v[d] * f(q[b, d] + k[b, s, d]), f mostly tanh: a query
beside every key.

A product with one vector is a sum along rows. One program owns one row (b, s): it reads q, k and v tile by
tile, and what is between them never leaves its registers.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2), (2, 5, 33), (3, 4, 140)]  # B, S, D


def make(B, S, D):
    return torch.randn(B, 1, D), torch.randn(B, S, D), torch.randn(D) / D ** 0.5


def attention_additive_torch(x, z, v):
    x = x + z
    x = torch.relu(x)
    y = torch.matmul(x, v)
    y = torch.sigmoid(y)
    return y


@triton.jit
def attention_additive_kernel(x_ptr, z_ptr, v_ptr, y_ptr, S, D, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    products = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, D, BLOCK):
        d = start + tl.arange(0, BLOCK)
        mask = d < D
        x = tl.load(x_ptr + row // S * D + d, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * D + d, mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + d, mask=mask, other=0.0).to(tl.float32)
        x = x + z
        x = tl.maximum(x, 0.0)
        products += tl.where(mask, x * v, 0.0)
    y = tl.sum(products, axis=0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + row, y)


def attention_additive_triton(x, z, v):
    x, z, v = x.contiguous(), z.contiguous(), v.contiguous()
    B, S, D = z.shape
    y = z.new_empty(B, S)
    attention_additive_kernel[(B * S,)](x, z, v, y, S, D, BLOCK=128, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
