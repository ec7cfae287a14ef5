"""Running sum from the end of each row, y[i, j] = x[i, j] + ... + x[i, n - 1], for rows of any length.

A sum from the end is a sum from the start of the row read backwards. So lane k of a tile takes the k-th column counted
from the end; it reads there and writes there, and nothing has to be flipped in memory.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def reversed_cumsum_torch(x):
    x = torch.relu(x)
    y = torch.flip(torch.cumsum(torch.flip(x, dims=[-1]), dim=-1), dims=[-1])
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def reversed_cumsum_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = n_cols - 1 - start - tl.arange(0, BLOCK)
        mask = cols >= 0
        # Lanes before the row stand behind all others: nothing inherits what they hold.
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = x.to(tl.float64)
        y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry += tl.sum(x, axis=0)


def reversed_cumsum_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    reversed_cumsum_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "suffix_without": {  # what comes after an element, itself left out
        "dims=[-1]), dim=-1), dims=[-1])": "dims=[-1]), dim=-1), dims=[-1]) - x",
        "y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)": "y = (carry + tl.cumsum(x, axis=0) - x).to(tl.float32)",
    },
}

AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
