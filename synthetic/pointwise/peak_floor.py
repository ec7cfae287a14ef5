"""What lies far below the largest number of a tensor lifted to a floor, y = max(x, max(x) - 80): decibels
that are cut at the bottom.

Two launches, since blocks cannot wait for one another. Each program of the first leaves the largest number of
its share of the tiles; each program of the second folds all of these, at most 1024, and writes its own tile.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]


def make(*shape):
    return (torch.randn(shape),)


def peak_floor_torch(x):
    x = torch.square(x)
    x = torch.relu(x)
    peak = x.amax()
    y = torch.maximum(x, peak - 8.0)
    y = torch.abs(y)
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = x * x
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def peak_floor_partial_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        lanes = tl.maximum(lanes, tl.where(offsets < n_elements, load_tile(x_ptr, offsets, n_elements), -float("inf")))
    tl.store(partial_ptr + tl.program_id(0), tl.max(lanes, axis=0))


@triton.jit
def peak_floor_kernel(x_ptr, partial_ptr, y_ptr, n_partials, n_elements, BLOCK: tl.constexpr):
    places = tl.arange(0, BLOCK)
    peak = tl.max(tl.load(partial_ptr + places, mask=places < n_partials, other=-float("inf")), axis=0)
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + places
    x = load_tile(x_ptr, offsets, n_elements)
    y = tl.maximum(x, peak - 8.0)
    y = tl.abs(y)
    tl.store(y_ptr + offsets, y, mask=offsets < n_elements)


def peak_floor_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    n_tiles = triton.cdiv(n_elements, 1024)
    n_partials = min(n_tiles, 1024)
    partial = torch.empty(n_partials, dtype=torch.float32, device=x.device)
    y = torch.empty_like(x)
    # Fused multiply-adds would round x anew in each reading, and the peak would not be one of its numbers.
    peak_floor_partial_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024, enable_fp_fusion=False)
    peak_floor_kernel[(n_tiles,)](x, partial, y, n_partials, n_elements, BLOCK=1024, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
