"""Running sum of a row times a weight of each element, y[i] = sum of w[j] * x[j] over j <= i: a mask of floats, often.

One program owns one row and carries the sum from tile to tile, in float64: what is added last must not be lost on what was
added first.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def weighted_cumsum_torch(x, w):
    x = torch.relu(x)
    y = torch.cumsum(x * w, dim=-1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def weighted_cumsum_kernel(x_ptr, w_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = (x * w).to(tl.float64)
        y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry += tl.sum(x, axis=0)


def weighted_cumsum_triton(x, w):
    x, w = x.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    weighted_cumsum_kernel[(n_rows,)](x, w, y, n_cols, BLOCK=block)
    return y


AXES = [
    {"row_mask": {", torch.randn(shape)": ", torch.randn(shape[-1])", "w_ptr + row * n_cols + cols": "w_ptr + cols"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
