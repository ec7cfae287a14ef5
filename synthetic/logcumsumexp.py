"""Running log-sum-exp along each row, y[i, j] = log(exp(x[i, 0]) + ... + exp(x[i, j])), without overflow.

A stretch of the row is a pair: its largest element m, and s, the sum of exp(x - m). Two neighbouring stretches combine
into one by moving both sums to the larger m, which is associative, so that pairs can be scanned.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (2, 20), (65,), (2, 3, 9), (2, 3, 2, 5), (1, 140)]


def make(*shape):
    return (torch.randn(shape),)


def logcumsumexp_torch(x):
    x = torch.relu(x)
    y = torch.logcumsumexp(x, dim=-1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def combine(m_left, s_left, m_right, s_right):
    m = tl.maximum(m_left, m_right)
    return m, s_left * tl.exp(m_left - m) + s_right * tl.exp(m_right - m)


@triton.jit
def logcumsumexp_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    m_carry = tl.full([], -3.0e38, dtype=tl.float32)
    s_carry = tl.full([], 0.0, dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        one = tl.full([BLOCK], 1.0, dtype=tl.float32)
        m, s = tl.associative_scan((x, one), 0, combine)
        m, s = combine(m_carry, s_carry, m, s)
        y = m + tl.log(s)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        # The last lane has seen the whole tile; a sum over one selected lane reads it.
        last = tl.arange(0, BLOCK) == BLOCK - 1
        m_carry = tl.sum(tl.where(last, m, 0.0), axis=0)
        s_carry = tl.sum(tl.where(last, s, 0.0), axis=0)


def logcumsumexp_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 128)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    logcumsumexp_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "reversed": {  # from the end: lane k of a tile takes the k-th column counted from there
        "torch.logcumsumexp(x, dim=-1)": "torch.flip(torch.logcumsumexp(torch.flip(x, dims=[-1]), dim=-1), dims=[-1])",
        "cols = start + tl.arange(0, BLOCK)": "cols = n_cols - 1 - start - tl.arange(0, BLOCK)",
        "mask = cols < n_cols": "mask = cols >= 0",
    },
}

AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
