"""Sorted rows of a program of tensors that broadcast together.

One program takes one row as a whole; lanes beyond its end hold what is sorted behind everything. The block has at least 16 elements, for
which the sorting network is made.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 3), (2, 3, 14), (3, 4, 7)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(n_cols)


def shapes_sort_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.sort(x, dim=-1).values
    y = y + p
    return y


@triton.jit
def shapes_sort_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + row % T).to(tl.float32)
    w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    x = x + w
    y = tl.sort(tl.where(mask, x, float("inf")))
    p = tl.load(p_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    y = y + p
    tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def shapes_sort_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T, n_cols), dtype=x.dtype, device=x.device)
    block = max(triton.next_power_of_2(n_cols), 16)
    shapes_sort_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block)
    return y


FAMILY = {
    "descending": {"torch.sort(x, ": "torch.sort(x, descending=True, ", 'float("inf")))': 'float("-inf")), descending=True)'},
}
AXES = ["ROWS_SORTED"]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
