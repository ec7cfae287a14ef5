"""Running sum along each row over the elements that a mask selects, y[i, j] = sum_{k <= j} x[i, k] m[i, k].

One program takes one row, tile after tile. What the mask leaves out counts as 0 and so passes the sum on unchanged;
each tile starts from the carry, the total of all tiles before it.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return torch.randn(shape), torch.rand(shape) > 0.4


def masked_cumsum_torch(x, keep):
    x = torch.relu(x)
    y = torch.cumsum(x * keep, dim=-1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def masked_cumsum_kernel(x_ptr, keep_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        keep = tl.load(keep_ptr + row * n_cols + cols, mask=mask, other=0) != 0
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(keep, x, 0.0).to(tl.float64)
        y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry += tl.sum(x, axis=0)


def masked_cumsum_triton(x, keep):
    x, keep = x.contiguous(), keep.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    masked_cumsum_kernel[(n_rows,)](x, keep, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "kept_cumsum": {"torch.cumsum(x * keep,": "torch.cumsum(torch.where(keep, x, 0.0),"},
    "hidden_cumsum": {"torch.cumsum(x * keep,": "torch.cumsum(x.masked_fill(keep, 0.0),", "other=0) != 0": "other=1) == 0"},
}

AXES = [
    {"row_mask": {"torch.rand(shape) > 0.4": "torch.rand(shape[-1]) > 0.4", "keep_ptr + row * n_cols + cols": "keep_ptr + cols"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
