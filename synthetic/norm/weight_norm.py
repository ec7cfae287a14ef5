"""Weight of a layer under weight normalization, y[n] = g[n] * v[n] / norm(v[n]), of a linear layer or of a
convolution.

One program takes the weights of one output, one row however many dimensions they have, and reads it twice:
for the norm, then for the quotient. The first reading leaves the row in the cache.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (33, 5), (3, 2100)]


def make(*shape):
    v = torch.randn(shape)
    g = torch.randn(shape[0], *[1] * (len(shape) - 1))
    return v, g


def weight_norm_torch(v, g):
    dims = 1
    y = g * v / v.norm(2, dim=dims, keepdim=True)
    y = torch.relu(y)
    return y


@triton.jit
def weight_norm_kernel(v_ptr, g_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        v = tl.load(v_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += v * v
    norm = tl.sqrt(tl.sum(lanes, axis=0))
    g = tl.load(g_ptr + row).to(tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        v = tl.load(v_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        y = g * v / norm
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def weight_norm_triton(v, g):
    v, g = v.contiguous(), g.contiguous()
    n_rows = v.shape[0]
    n_cols = v.numel() // n_rows
    y = torch.empty_like(v)
    block = min(triton.next_power_of_2(n_cols), 1024)
    weight_norm_kernel[(n_rows,)](v, g, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
