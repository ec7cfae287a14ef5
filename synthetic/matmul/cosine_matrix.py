"""All cosines between the rows of a and the rows of b, y[i, j] = a[i] . b[j] / (|a[i]| |b[j]|).

One program makes one TILE x TILE square of y. While it walks along the rows for the products it also adds up
the squares, so the norms cost no second pass. Both norms are kept above eps, as F.normalize keeps them.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (40, 17, 64)]


def make(rows_a, rows_b, width):
    return torch.randn(rows_a, width), torch.randn(rows_b, width)


def cosine_matrix_torch(a, b):
    y = F.normalize(a, dim=-1) @ F.normalize(b, dim=-1).T
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def cosine_matrix_kernel(a_ptr, b_ptr, y_ptr, rows_a, rows_b, width, TILE: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * TILE + tl.arange(0, TILE)
    j = tl.program_id(1).to(tl.int64) * TILE + tl.arange(0, TILE)
    product = tl.zeros((TILE, TILE), tl.float32)
    square_a = tl.zeros((TILE,), tl.float32)
    square_b = tl.zeros((TILE,), tl.float32)
    for start in range(0, width, TILE):
        k = start + tl.arange(0, TILE)
        mask_a = (i < rows_a)[:, None] & (k < width)[None, :]
        mask_b = (j < rows_b)[:, None] & (k < width)[None, :]
        a = tl.load(a_ptr + i[:, None] * width + k[None, :], mask=mask_a, other=0.0).to(tl.float32)
        b = tl.load(b_ptr + j[:, None] * width + k[None, :], mask=mask_b, other=0.0).to(tl.float32)
        product = tl.dot(a, tl.trans(b), product, input_precision="tf32x3")
        square_a += tl.sum(a * a, axis=1)
        square_b += tl.sum(b * b, axis=1)
    norm_a = tl.maximum(tl.sqrt(square_a), 1e-12)
    norm_b = tl.maximum(tl.sqrt(square_b), 1e-12)
    y = product / norm_a[:, None] / norm_b[None, :]
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    mask = (i < rows_a)[:, None] & (j < rows_b)[None, :]
    tl.store(y_ptr + i[:, None] * rows_b + j[None, :], y, mask=mask)


def cosine_matrix_triton(a, b):
    a = a.contiguous()
    b = b.contiguous()
    rows_a, width = a.shape
    rows_b = b.shape[0]
    y = a.new_empty(rows_a, rows_b)
    grid = (triton.cdiv(rows_a, 32), triton.cdiv(rows_b, 32))
    cosine_matrix_kernel[grid](a, b, y, rows_a, rows_b, width, TILE=32)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
