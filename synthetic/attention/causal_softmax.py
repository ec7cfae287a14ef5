"""Causal softmax of attention scores, y[b, i, :] = softmax(x[b, i, :]) over the keys j <= i, and 0 beyond.

One program takes one query i. Its first loop ends at the diagonal: what the mask hides is never read. The
second loop covers the whole row, since the zeros have to be written too.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 5, 5), (9, 9), (2, 2, 4, 4), (70, 70)]


def make(*shape):
    return (torch.randn(shape),)


def causal_softmax_torch(x):
    hidden = torch.ones(x.shape[-1], x.shape[-1], dtype=torch.bool, device=x.device).triu(1)
    x = x * 0.125
    y = F.softmax(x.masked_fill(hidden, float("-inf")), dim=-1)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, position):
    x = tl.load(x_ptr + cols, mask=cols <= position, other=0.0).to(tl.float32)
    x = x / 8.0
    return tl.where(cols <= position, x, -float("inf"))


@triton.jit
def causal_softmax_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    position = tl.program_id(0) % n_cols
    row_ptr = x_ptr + row * n_cols
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, position + 1, BLOCK):
        x = load_tile(row_ptr, start + tl.arange(0, BLOCK), position)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak), axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(row_ptr, cols, position)
        y = tl.exp(x - peak) / norm
        y = tl.sqrt(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def causal_softmax_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    # Rows are many and half of each is hidden: small tiles skip more of it.
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    causal_softmax_kernel[(n_rows,)](x, y, n_cols, BLOCK=64, num_warps=2, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
