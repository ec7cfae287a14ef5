"""A tensor divided by the norm of all its elements, y = x / |x|: the Frobenius norm, where x is a matrix.

Two launches, since blocks cannot wait for one another. Each program of the first leaves the sum over its
share of the tiles; each program of the second folds all those partial sums, at most 1024, and divides its own
tile.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]


def make(*shape):
    return (torch.randn(shape),)


def frobenius_normalize_torch(x):
    x = torch.relu(x)
    norm = torch.linalg.vector_norm(x, ord=2)
    norm = norm + 1e-5
    y = x / norm
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def frobenius_normalize_partial_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.where(offsets < n_elements, load_tile(x_ptr, offsets, n_elements), 0.0)
        lanes += x * x
    tl.store(partial_ptr + tl.program_id(0), tl.sum(lanes, axis=0))


@triton.jit
def frobenius_normalize_kernel(x_ptr, partial_ptr, y_ptr, n_partials, n_elements, BLOCK: tl.constexpr):
    places = tl.arange(0, BLOCK)
    partial = tl.load(partial_ptr + places, mask=places < n_partials, other=0.0)
    norm = tl.sqrt(tl.sum(partial, axis=0))
    norm += 1e-5
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + places
    y = load_tile(x_ptr, offsets, n_elements) / norm
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + offsets, y, mask=offsets < n_elements)


def frobenius_normalize_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    n_tiles = triton.cdiv(n_elements, 1024)
    n_partials = min(n_tiles, 1024)
    partial = torch.empty(n_partials, dtype=torch.float32, device=x.device)
    y = torch.empty_like(x)
    frobenius_normalize_partial_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024)
    frobenius_normalize_kernel[(n_tiles,)](x, partial, y, n_partials, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
