"""Cosine of the angle between vectors that lie along a dimension in the middle or in front, y[b, n] over x[b, :, n] and z[b, :, n].

Neighbours in memory belong to different vectors, so each lane of a program takes one vector and walks down it: each step reads
a whole piece of a row. Three sums are kept side by side. The norms are held above 1e-8, so that a vector of zeros gives 0.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 3, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def cosine_similarity_middle_torch(x, z):
    y = F.cosine_similarity(x, z, dim=1)
    y = torch.sin(y)
    y = y * 0.5
    return y


@triton.jit
def cosine_similarity_middle_kernel(x_ptr, z_ptr, y_ptr, n_vectors, n_mid, n_inner, BLOCK: tl.constexpr):
    vector = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = vector < n_vectors
    first = vector // n_inner * n_mid * n_inner + vector % n_inner
    xz = tl.zeros([BLOCK], dtype=tl.float32)
    xx = tl.zeros([BLOCK], dtype=tl.float32)
    zz = tl.zeros([BLOCK], dtype=tl.float32)
    for place in range(0, n_mid):
        x = tl.load(x_ptr + first + place * n_inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + first + place * n_inner, mask=mask, other=0.0).to(tl.float32)
        xz += x * z
        xx += x * x
        zz += z * z
    y = xz / (tl.maximum(tl.sqrt(xx), 1e-8) * tl.maximum(tl.sqrt(zz), 1e-8))
    y = tl.sin(y)
    y = 0.5 * y
    tl.store(y_ptr + vector, y, mask=mask)


def cosine_similarity_middle_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_mid = x.shape[1]
    n_inner = x[0, 0].numel()
    y = x.new_empty(x.shape[:1] + x.shape[2:])
    n_vectors = y.numel()
    cosine_similarity_middle_kernel[(triton.cdiv(n_vectors, 128),)](x, z, y, n_vectors, n_mid, n_inner, BLOCK=128)
    return y


AXES = [
    {
        "dim2": {"CASES = [(2, 3, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                     "CASES = [(2, 1, 3, 1), (2, 4, 3, 7), (2, 2, 33, 3), (2, 3, 3, 4, 5)]",
                 "dim=1": "dim=2", "x.shape[1]": "x.shape[2]", "x[0, 0].numel()": "x[0, 0, 0].numel()",
                 "x.shape[:1] + x.shape[2:]": "x.shape[:2] + x.shape[3:]"},
        "dim0": {"CASES = [(2, 3, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                     "CASES = [(3, 2), (33, 5), (3, 2, 7), (4, 2, 3, 150), (2, 3, 2, 4, 5)]",
                 "dim=1": "dim=0", "x.shape[1]": "x.shape[0]", "x[0, 0].numel()": "x[0].numel()",
                 "x.shape[:1] + x.shape[2:]": "x.shape[1:]"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
