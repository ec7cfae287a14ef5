"""RMS norm, y = x / sqrt(mean(x^2) + eps) * weight, the mean taken over each row.

One program takes one row and reads it twice: for the mean of the squares, then for the result. There is no
mean to take off, hence nothing that cancels, and one reading less than a layer norm needs.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape[-1])


def rms_norm_torch(x, weight):
    x = torch.relu(x)
    y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def rms_norm_kernel(x_ptr, weight_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(row_ptr, cols, n_cols)
        squares += tl.where(cols < n_cols, x * x, 0.0)
    scale = tl.rsqrt(tl.sum(squares, axis=0) / n_cols + 1e-5)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = load_tile(row_ptr, cols, n_cols) * scale * weight
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def rms_norm_triton(x, weight):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    rms_norm_kernel[(n_rows,)](x, weight, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
