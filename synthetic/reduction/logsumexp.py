"""Logarithm of the sum of exponentials of each row, y[i] = log(sum_j exp(x[i, j])), without overflow.

The largest element is taken out, log(sum exp(x)) = m + log(sum exp(x - m)), in one reading: each lane keeps
its own largest value so far and its own sum relative to it, and scales the sum whenever the value grows. The
lanes meet last.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def logsumexp_torch(x):
    x = torch.relu(x)
    y = torch.logsumexp(x, dim=-1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def logsumexp_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, -float("inf"))
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    y = peak + tl.log(tl.sum(total * tl.exp(largest - peak), axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def logsumexp_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    logsumexp_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
