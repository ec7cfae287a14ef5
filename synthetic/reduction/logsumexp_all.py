"""Logarithm of the sum of the exponentials of all elements, y = log(sum_i exp(x[i])), without overflow.

Two launches, since blocks cannot wait for one another. Each program of the first leaves the largest element
of its share of the tiles and its sum relative to that; one program of the second brings the sums to a common
maximum.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 2, 9), (3, 1000)]


def make(*shape):
    return (torch.randn(shape),)


def logsumexp_all_torch(x):
    x = torch.relu(x)
    y = torch.logsumexp(x.flatten(), dim=0)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def logsumexp_all_partial_kernel(x_ptr, peak_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, -float("inf"))
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    tl.store(peak_ptr + tl.program_id(0), peak)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(total * tl.exp(largest - peak), axis=0))


@triton.jit
def logsumexp_all_kernel(peak_ptr, partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    places = tl.arange(0, BLOCK)
    peaks = tl.load(peak_ptr + places, mask=places < n_partials, other=-3.0e38)
    partial = tl.load(partial_ptr + places, mask=places < n_partials, other=0.0)
    peak = tl.max(peaks, axis=0)
    y = peak + tl.log(tl.sum(partial * tl.exp(peaks - peak), axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr, y)


def logsumexp_all_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    peak = torch.empty(n_partials, dtype=torch.float32, device=x.device)
    partial = torch.empty(n_partials, dtype=torch.float32, device=x.device)
    y = x.new_empty(())
    # A fused multiply-add would skip the rounding of a scaled x in x - larger alone, and x minus itself would not be 0.
    logsumexp_all_partial_kernel[(n_partials,)](x, peak, partial, n_elements, BLOCK=1024, enable_fp_fusion=False)
    logsumexp_all_kernel[(1,)](peak, partial, y, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
