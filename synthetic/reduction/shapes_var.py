"""Variance along the last dimension of a program of tensors that broadcast together; the standard deviation
is its root.

One program takes one row and reads it once. Sums are float64, where E[x^2] - E[x]^2 has digits to lose: the
square of a float32 is exact there, and memory is the bottleneck. Where a smaller tensor has its part of an
element follows from the row and the columns.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(T)


def shapes_var_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.var(x, dim=-1)
    y = y + p
    return y


@triton.jit
def shapes_var_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros([BLOCK], dtype=tl.float64)
    squares = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        wide = tl.where(mask, x, 0.0).to(tl.float64)
        total += wide
        squares += wide * wide
    sum_of_row = tl.sum(total, axis=0)
    rest = (tl.sum(squares, axis=0) - sum_of_row * sum_of_row / n_cols).to(tl.float32)
    y = tl.maximum(rest, 0.0) / (n_cols - 1)
    p = tl.load(p_ptr + row % T).to(tl.float32)
    y = y + p
    tl.store(y_ptr + row, y)


def shapes_var_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T), dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    shapes_var_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
