"""How many of all elements satisfy a condition, and whether any or all of them do.

Two launches: each program of the first counts its share of the tiles, one program of the second adds the
counts.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 9), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (7, 1000)]


def make(*shape):
    return (torch.randn(shape),)


def count_all_torch(x):
    x = torch.abs(x)
    hit = x > 1.5
    return torch.count_nonzero(hit)


@triton.jit
def count_all_partial_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    counts = tl.zeros([BLOCK], dtype=tl.int32)
    for start in range(tl.program_id(0).to(tl.int64) * BLOCK, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        counts += (mask & (x > 1.5)).to(tl.int32)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(counts, axis=0))


@triton.jit
def count_all_kernel(partial_ptr, y_ptr, n_elements, n_partials, BLOCK: tl.constexpr):
    program = tl.arange(0, BLOCK)
    count = tl.sum(tl.load(partial_ptr + program, mask=program < n_partials, other=0).to(tl.int64), axis=0)
    y = count
    tl.store(y_ptr, y)


def count_all_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    partial = torch.empty(n_partials, dtype=torch.int32, device=x.device)
    y = torch.empty((), dtype=torch.int64, device=x.device)
    count_all_partial_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024)
    count_all_kernel[(1,)](partial, y, n_elements, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
