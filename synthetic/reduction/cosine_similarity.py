"""Cosine of the angle between the rows of two matrices, y[i] = x[i] . z[i] / (|x[i]| |z[i]|), with one step
after it.

Three sums are kept side by side through one loop over the row: the product of the two and both squares. The
norms are held above 1e-8, so that a row of zeros gives 0.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1300,), (2, 3, 65), (2, 3, 2, 17), (4, 2500)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def cosine_similarity_torch(x, z):
    y = F.cosine_similarity(x, z, dim=-1)
    y = torch.sin(y)
    y = y * 0.5
    return y


@triton.jit
def cosine_similarity_kernel(x_ptr, z_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    xz = tl.zeros((BLOCK,), dtype=tl.float32)
    xx = tl.zeros((BLOCK,), dtype=tl.float32)
    zz = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        xz += x * z
        xx += x * x
        zz += z * z
    x_norm = tl.maximum(tl.sqrt(tl.sum(xx, axis=0)), 1e-8)
    z_norm = tl.maximum(tl.sqrt(tl.sum(zz, axis=0)), 1e-8)
    y = tl.sum(xz, axis=0) / (x_norm * z_norm)
    y = tl.sin(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def cosine_similarity_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    C = x.shape[-1]
    y = x.new_empty(x.shape[:-1])
    cosine_similarity_kernel[(x.numel() // C,)](x, z, y, C, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
