"""Sum over the last dimension, y[i] = sum_j x[i, j], and the other reductions that go along a row.

One program takes one row and walks it in tiles of BLOCK columns. Each lane keeps a total of its own, so the
loop holds no reduction; the lanes meet once, at the end, which is also the more accurate order of addition.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def sum_last_torch(x):
    x = torch.square(x)
    y = torch.sum(x, dim=-1)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def sum_last_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * x
        lanes += tl.where(mask, x, 0.0)
    y = tl.sum(lanes, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def sum_last_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    sum_last_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
