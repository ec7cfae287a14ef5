"""Range of each row, y[i] = max_j x[i, j] - min_j x[i, j], from one reading of the row.

One program takes one row in tiles of BLOCK columns. Each lane keeps its smallest and its largest value; both
are folded once, at the end. A lane beyond the row takes part in neither.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def value_range_torch(x):
    x = torch.relu(x)
    y = torch.amax(x, dim=-1) - torch.amin(x, dim=-1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def value_range_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    low = tl.full([BLOCK], float("inf"), dtype=tl.float32)
    high = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        low = tl.minimum(low, tl.where(mask, x, float("inf")))
        high = tl.maximum(high, tl.where(mask, x, -float("inf")))
    y = tl.max(high, axis=0) - tl.min(low, axis=0)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def value_range_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    value_range_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
