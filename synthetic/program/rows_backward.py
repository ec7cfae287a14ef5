"""The backward of a softmax along rows: z = softmax(input), x the gradient of z,

    y = z * (x - sum(x * z)).

A program owns a row and reads it twice: for the sum, and for what follows of it.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 5, 20), (2, 1, 1100)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.softmax(torch.randn(B, T, C), dim=-1)


def rows_backward_torch(x, z):
    s = torch.sum(x * z, dim=-1, keepdim=True)
    y = x - s
    y = y * z
    return y


@triton.jit
def rows_backward_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        lanes += tl.where(mask, x * z, 0.0)
    s = tl.sum(lanes, axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        y = x - s
        y = y * z
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def rows_backward_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    block = min(triton.next_power_of_2(n_cols), 1024)
    rows_backward_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
