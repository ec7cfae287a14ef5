"""Softmax of scores x (B, H, T, S) plus a bias that is shared, (T, S) or (B, 1, 1, S): a mask that is added, or positions.

One program takes one row of S scores and reads it twice. What repeats along a dimension has no memory there: the row of
the bias follows from the row of x by a division and a remainder.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (2, 3, 5, 33), (2, 4, 3, 65), (1, 2, 3, 1100)]


def make(B, H, T, S):
    return torch.randn(B, H, T, S), torch.randn(T, S)


def softmax_bias_torch(x, z):
    x = torch.add(x, z)
    y = F.softmax(x, dim=-1)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, z_ptr, cols, n_cols):
    mask = cols < n_cols
    x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    x = z + x
    return tl.where(mask, x, -float("inf"))


@triton.jit
def softmax_bias_kernel(x_ptr, z_ptr, y_ptr, n_queries, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_row_ptr, z_row_ptr = x_ptr + row * n_cols, z_ptr + row % n_queries * n_cols
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        x = load_tile(x_row_ptr, z_row_ptr, start + tl.arange(0, BLOCK), n_cols)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak), axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(x_row_ptr, z_row_ptr, cols, n_cols)
        y = tl.exp(x - peak) / norm
        y = tl.sqrt(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def softmax_bias_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_queries, n_cols = x.shape[-2:]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    softmax_bias_kernel[(n_rows,)](x, z, y, n_queries, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "log_softmax_bias": {"F.softmax": "F.log_softmax", "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)"},
}

AXES = [
    {
        "of_batch": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)", "z_ptr + row % n_queries * n_cols": "z_ptr + row // n_rows_each * n_cols",
                     "y_ptr, n_queries, n_cols": "y_ptr, n_rows_each, n_cols", "(x, z, y, n_queries, n_cols": "(x, z, y, n_rows_each, n_cols",
                     "n_queries, n_cols = x.shape[-2:]": "n_rows_each, n_cols = x.shape[1] * x.shape[2], x.shape[3]"},
        "of_head": {"torch.randn(T, S)": "torch.randn(H, T, S)", "z_ptr + row % n_queries * n_cols": "z_ptr + row % n_rows_each * n_cols",
                    "y_ptr, n_queries, n_cols": "y_ptr, n_rows_each, n_cols", "(x, z, y, n_queries, n_cols": "(x, z, y, n_rows_each, n_cols",
                    "n_queries, n_cols = x.shape[-2:]": "n_rows_each, n_cols = x.shape[1] * x.shape[2], x.shape[3]"},
        "of_key": {"torch.randn(T, S)": "torch.randn(S)", "z_ptr + row % n_queries * n_cols": "z_ptr",
                   "y_ptr, n_queries, n_cols": "y_ptr, n_cols", "(x, z, y, n_queries, n_cols": "(x, z, y, n_cols",
                   "n_queries, n_cols = x.shape[-2:]": "n_cols = x.shape[-1]"},
        "rank3": {"CASES = [(1, 1, 1, 2), (2, 3, 5, 33), (2, 4, 3, 65), (1, 2, 3, 1100)]":
                      "CASES = [(1, 1, 2), (6, 5, 33), (8, 3, 65), (2, 3, 1100)]",
                  "make(B, H, T, S)": "make(B, T, S)", "torch.randn(B, H, T, S)": "torch.randn(B, T, S)"},
    },
    {  # scaled scores
        "eighth": {"x = torch.add(x, z)": "x = x * 0.125 + z", "x = z + x": "x = x * 0.125 + z"},
        "over_8": {"x = torch.add(x, z)": "x = x / 8.0 + z", "x = z + x": "x = x / 8.0 + z"},
        "less": {"x = torch.add(x, z)": "x = x - z", "x = z + x": "x = x - z"},
        "quarter": {"x = torch.add(x, z)": "x = x * 0.25 + z", "x = z + x": "x = x * 0.25 + z"},
        "masked": {"x = torch.add(x, z)": 'x = x.masked_fill(z < -1.0, -1e9)', "x = z + x": "x = tl.where(z < -1.0, -1e9, x)"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
