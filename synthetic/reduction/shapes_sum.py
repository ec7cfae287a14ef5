"""A program of tensors that broadcast together, reduced over the last dimension, y[b, t] = sum_c f(x, z,
w)[b, t, c].

One program takes one row and walks it in tiles of BLOCK columns. Where a smaller tensor has its part of an
element follows from the row and the columns: what is one for each column is the same for all rows, and what
has no columns gives a row one number. f never exists in memory.
"""

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

from python_to_triton.verification.exemplar import run

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(T)


def shapes_sum_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.sum(x, dim=-1)
    y = y + p
    return y


@triton.jit
def shapes_sum_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        lanes += tl.where(mask, x, 0.0)
    y = tl.sum(lanes, axis=0)
    p = tl.load(p_ptr + row % T).to(tl.float32)
    y = y + p
    tl.store(y_ptr + row, y)


def shapes_sum_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T), dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    shapes_sum_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
