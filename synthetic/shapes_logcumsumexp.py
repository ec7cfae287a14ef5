"""Logarithm of the running sum of exponentials along the last dimension of a program of tensors that broadcast together.

A partial result is a pair, the largest element and the sum of all exponentials relative to it: two of them combine without overflow. One program
takes one row, tile after tile; a tile is scanned in parallel and then meets the pair of all tiles before it, the carry.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(n_cols)


def shapes_logcumsumexp_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.logcumsumexp(x, dim=-1)
    y = y + p
    return y


@triton.jit
def combine(m_left, s_left, m_right, s_right):
    m = tl.maximum(m_left, m_right)
    return m, s_left * tl.exp(m_left - m) + s_right * tl.exp(m_right - m)


@triton.jit
def shapes_logcumsumexp_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    m_carry = tl.full([], -3.0e38, dtype=tl.float32)
    s_carry = tl.full([], 0.0, dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        one = tl.full([BLOCK], 1.0, dtype=tl.float32)
        m, s = tl.associative_scan((x, one), 0, combine)
        m, s = combine(m_carry, s_carry, m, s)
        # The last lane has seen the whole tile; a sum over one selected lane reads it.
        last = tl.arange(0, BLOCK) == BLOCK - 1
        m_carry = tl.sum(tl.where(last, m, 0.0), axis=0)
        s_carry = tl.sum(tl.where(last, s, 0.0), axis=0)
        y = m + tl.log(s)
        p = tl.load(p_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y + p
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def shapes_logcumsumexp_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T, n_cols), dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 128)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    shapes_logcumsumexp_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


AXES = ["ROWS_SCANNED"]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
