"""Rows over a size of their own, written in elementary operations, then a program of that and a second
tensor, g(x / norm(x), z).

One program takes one row and reads it twice: for the size, then for the quotients, which z joins in
registers: a number, a temperature, say, one of each row, a weight or a bias of each column, a residual, or x
itself.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    z = torch.randn(shape[-1])
    return torch.randn(shape), z


def program_of_written_norm_rows_torch(x, z):
    size = x.norm(dim=-1, keepdim=True)
    y = x / size.clamp(min=1e-12)
    y = y * torch.exp(z)
    return y


@triton.jit
def program_of_written_norm_rows_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += x * x
    total = tl.sum(lanes, axis=0)
    scale = tl.maximum(tl.sqrt(total), 1e-12)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(row_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = x / scale
        y = y * tl.exp(z)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def program_of_written_norm_rows_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round the square of x otherwise than x, and a number over its own size would not be 1.
    program_of_written_norm_rows_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
