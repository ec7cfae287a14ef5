"""Mean over the elements of a row that a mask selects, y[i] = sum_j x[i, j] m[i, j] / max(sum_j m[i, j], 1).

One program takes one row and walks x and the mask together in tiles of BLOCK columns. What the mask leaves
out, and what lies beyond the row, is one condition. An empty selection gives 0 rather than 0 / 0.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return torch.randn(shape), torch.rand(shape) > 0.4


def masked_mean_torch(x, keep):
    x = torch.relu(x)
    y = torch.sum(x * keep, dim=-1) / torch.sum(keep, dim=-1).clamp(min=1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def masked_mean_kernel(x_ptr, keep_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    counts = tl.zeros([BLOCK], dtype=tl.int32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        keep = tl.load(keep_ptr + row * n_cols + cols, mask=mask, other=0) != 0
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        lanes += tl.where(keep, x, 0.0)
        counts += keep.to(tl.int32)
    y = tl.sum(lanes, axis=0) / tl.maximum(tl.sum(counts, axis=0), 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def masked_mean_triton(x, keep):
    x, keep = x.contiguous(), keep.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    masked_mean_kernel[(n_rows,)](x, keep, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
