"""Softmax over the last dimension, y = exp(x - max(x)) / sum(exp(x - max(x))), for rows of any length.

One program takes one row and reads it twice. The first reading finds the largest element and the sum at once:
each lane keeps its own largest value so far and its own sum relative to it, and scales the sum whenever the
value grows. The second reading writes the result.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def softmax_torch(x):
    x = torch.relu(x)
    y = F.softmax(x, dim=-1)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return tl.where(cols < n_cols, x, -float("inf"))


@triton.jit
def softmax_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        x = load_tile(row_ptr, start + tl.arange(0, BLOCK), n_cols)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak), axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(row_ptr, cols, n_cols)
        y = tl.exp(x - peak) / norm
        y = tl.sqrt(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def softmax_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    softmax_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
