"""Variance of all elements, y = sum_i (x[i] - mean)^2 / (n - 1), and its root.

Two launches. Each program of the first takes one share of the elements and leaves its mean and the squares of
the deviations from it; the second merges them: the squares of a share grow by its count times its mean's
distance from the common mean.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (7, 1000)]


def make(*shape):
    return (torch.randn(shape),)


def var_all_torch(x):
    x = torch.relu(x)
    y = torch.var(x, unbiased=True)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, offsets, end):
    x = tl.load(x_ptr + offsets, mask=offsets < end, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def var_all_partial_kernel(x_ptr, mean_ptr, squares_ptr, n_elements, share, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * share
    end = tl.minimum(first + share, n_elements)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, end, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.where(offsets < end, load_tile(x_ptr, offsets, end), 0.0)
    mean = tl.sum(total, axis=0) / (end - first).to(tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, end, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        deviation = tl.where(offsets < end, load_tile(x_ptr, offsets, end) - mean, 0.0)
        squares += deviation * deviation
    tl.store(mean_ptr + tl.program_id(0), mean)
    tl.store(squares_ptr + tl.program_id(0), tl.sum(squares, axis=0))


@triton.jit
def var_all_kernel(mean_ptr, squares_ptr, y_ptr, n_elements, share, n_partials, BLOCK: tl.constexpr):
    program = tl.arange(0, BLOCK)
    mask = program < n_partials
    count = tl.where(mask, tl.minimum(n_elements - program * share, share), 0).to(tl.float32)
    means = tl.load(mean_ptr + program, mask=mask, other=0.0)
    mean = tl.sum(count * means, axis=0) / n_elements
    distance = tl.where(mask, means - mean, 0.0)
    squares = tl.load(squares_ptr + program, mask=mask, other=0.0) + count * distance * distance
    squares_sum = tl.sum(squares, axis=0)
    y = squares_sum / (n_elements - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr, y)


def var_all_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    share = max(triton.cdiv(n_elements, 1024), 1024)
    n_partials = triton.cdiv(n_elements, share)
    mean = torch.empty(n_partials, dtype=torch.float32, device=x.device)
    squares = torch.empty_like(mean)
    y = x.new_empty(())
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    var_all_partial_kernel[(n_partials,)](x, mean, squares, n_elements, share, BLOCK=1024, enable_fp_fusion=False)
    var_all_kernel[(1,)](mean, squares, y, n_elements, share, n_partials, BLOCK=1024, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
