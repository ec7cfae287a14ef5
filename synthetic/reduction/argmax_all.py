"""Where the largest of all elements is, y = argmax(x), counted along the flattened tensor; the first where
several are.

Two launches: each program of the first leaves the best value of its share and where it lies; the second finds
the best of those and, among equals, the smallest place.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]


def make(*shape):
    return (torch.randn(shape),)


def argmax_all_torch(x):
    x = torch.abs(x)
    y = torch.argmax(x)
    return y


@triton.jit
def argmax_all_partial_kernel(x_ptr, value_ptr, place_ptr, n_elements, BLOCK: tl.constexpr):
    best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    place = tl.zeros([BLOCK], dtype=tl.int64)
    for start in range(tl.program_id(0).to(tl.int64) * BLOCK, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, offsets, place)
    winner = tl.max(best, axis=0)
    tl.store(value_ptr + tl.program_id(0), winner)
    tl.store(place_ptr + tl.program_id(0), tl.min(tl.where(best == winner, place, n_elements), axis=0))


@triton.jit
def argmax_all_kernel(value_ptr, place_ptr, y_ptr, n_elements, n_partials, BLOCK: tl.constexpr):
    program = tl.arange(0, BLOCK)
    mask = program < n_partials
    value = tl.load(value_ptr + program, mask=mask, other=-float("inf"))
    place = tl.load(place_ptr + program, mask=mask, other=0)
    winner = tl.max(value, axis=0)
    tl.store(y_ptr, tl.min(tl.where(mask & (value == winner), place, n_elements), axis=0))


def argmax_all_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    value = torch.empty(n_partials, dtype=torch.float32, device=x.device)
    place = torch.empty(n_partials, dtype=torch.int64, device=x.device)
    y = torch.empty((), dtype=torch.int64, device=x.device)
    argmax_all_partial_kernel[(n_partials,)](x, value, place, n_elements, BLOCK=1024)
    argmax_all_kernel[(1,)](value, place, y, n_elements, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
