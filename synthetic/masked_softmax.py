"""Softmax over the elements of a row that a mask selects; what it leaves out gets 0.

One program takes one row and reads it twice: for the largest element and the sum, then for the result. What the mask
leaves out counts as -inf, whose exponential is 0; what lies beyond the row is treated alike.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    keep = torch.rand(shape) > 0.4
    keep[..., 0] = True
    return torch.randn(shape), keep


def masked_softmax_torch(x, keep):
    x = torch.relu(x)
    x = x.masked_fill(~keep, float("-inf"))
    y = F.softmax(x, dim=-1)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, keep_ptr, cols, n_cols):
    keep = tl.load(keep_ptr + cols, mask=cols < n_cols, other=0) != 0
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return tl.where(keep, x, -float("inf"))


@triton.jit
def masked_softmax_kernel(x_ptr, keep_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr, keep_row_ptr = x_ptr + row * n_cols, keep_ptr + row * n_cols
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        x = load_tile(row_ptr, keep_row_ptr, start + tl.arange(0, BLOCK), n_cols)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak), axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(row_ptr, keep_row_ptr, cols, n_cols)
        y = tl.exp(x - peak) / norm
        y = tl.sqrt(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def masked_softmax_triton(x, keep):
    x, keep = x.contiguous(), keep.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    masked_softmax_kernel[(n_rows,)](x, keep, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "hidden_softmax": {  # the mask says what to leave out
        "masked_fill(~keep,": "masked_fill(keep,",
        "> 0.4": "> 0.6",
        "keep[..., 0] = True": "keep[..., 0] = False",
        "mask=cols < n_cols, other=0) != 0": "mask=cols < n_cols, other=1) == 0",
    },
    "zeros_softmax": {  # the mask is a tensor of 0 and 1
        "masked_fill(~keep,": "masked_fill(keep == 0,",
        "return torch.randn(shape), keep": "return torch.randn(shape), keep.float()",
    },
    "zeros_filled_softmax": {
        "masked_fill(~keep,": "masked_fill(keep == 0,",
        "return torch.randn(shape), keep": "return torch.randn(shape), keep.float()",
        'float("-inf")': "-1e9",
        'return tl.where(keep, x, -float("inf"))': 'return tl.where(keep, x, tl.where(cols < n_cols, -1e9, -float("inf")))',
    },
    "filled_softmax": {  # a finite fill: a row that keeps nothing becomes uniform
        'float("-inf")': "-1e9",
        'return tl.where(keep, x, -float("inf"))': 'return tl.where(keep, x, tl.where(cols < n_cols, -1e9, -float("inf")))',
    },
}

AXES = [
    {
        "row_mask": {"keep = torch.rand(shape)": "keep = torch.rand(shape[-1])", "keep_ptr + row * n_cols": "keep_ptr"},
        "square_mask": {  # one for all samples and heads
            "keep = torch.rand(shape)": "keep = torch.rand(shape[-2:])",
            "masked_softmax_kernel(x_ptr, keep_ptr, y_ptr, n_cols,": "masked_softmax_kernel(x_ptr, keep_ptr, y_ptr, n_keep, n_cols,",
            "keep_ptr + row * n_cols": "keep_ptr + row % n_keep * n_cols",
            "(x, keep, y, n_cols,": "(x, keep, y, keep.numel() // n_cols, n_cols,",
        },
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
