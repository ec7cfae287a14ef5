"""Softmax over the last dimension, then a program of that and a second tensor, y = g(softmax(x), z): weights times positions, a gate.

z is as large as x, a number of each column, the places 0, 1, 2, ... themselves, one number, or x. One program takes one row and reads it
twice: for its largest element and the sum at once, each lane relative to its own largest, and for the result, where z joins.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    z = torch.randn(shape)
    return torch.randn(shape), z


def softmax_tail_torch(x, z):
    y = F.softmax(x, dim=-1)
    y = y * z
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    return tl.where(cols < n_cols, x, -float("inf"))


@triton.jit
def softmax_tail_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        x = load_tile(row_ptr, start + tl.arange(0, BLOCK), n_cols)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak), axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(row_ptr, cols, n_cols)
        y = tl.exp(x - peak) / norm
        z = tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        y = z * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def softmax_tail_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    softmax_tail_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


AXES = [
    {  # what z is
        "row": {"z = torch.randn(shape)": "z = torch.randn(shape[-1])", "z_ptr + row * n_cols + cols": "z_ptr + cols"},
        "number": {"z = torch.randn(shape)": "z = torch.randn(())", "z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0": "z_ptr"},
        "one": {"z = torch.randn(shape)": "z = torch.randn(1)", "z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0": "z_ptr"},
        "itself": {"z = torch.randn(shape)": "", "return torch.randn(shape), z": "return (torch.randn(shape),)",
                   "def softmax_tail_torch(x, z):": "def softmax_tail_torch(x):\n    z = x",
                   "def softmax_tail_triton(x, z):": "def softmax_tail_triton(x):",
                   "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()", "x_ptr, z_ptr,": "x_ptr,", "(x, z, y,": "(x, y,",
                   "tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)":
                       "tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)"},
        "places": {"z = torch.randn(shape)": "", "return torch.randn(shape), z": "return (torch.randn(shape),)",
                   "def softmax_tail_torch(x, z):": "def softmax_tail_torch(x):\n    z = torch.arange(x.shape[-1], dtype=x.dtype, device=x.device)",
                   "def softmax_tail_triton(x, z):": "def softmax_tail_triton(x):",
                   "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()", "x_ptr, z_ptr,": "x_ptr,", "(x, z, y,": "(x, y,",
                   "tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "cols.to(tl.float32)"},
        "even_places": ({"z = torch.randn(shape)": "", "return torch.randn(shape), z": "return (torch.randn(shape),)", "def softmax_tail_torch(x, z):":
                         "def softmax_tail_torch(x):\n    z = torch.linspace(-{0}.0, {1}.0, x.shape[-1], dtype=x.dtype, device=x.device)",
                         "def softmax_tail_triton(x, z):": "def softmax_tail_triton(x):",
                         "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()", "x_ptr, z_ptr,": "x_ptr,", "(x, z, y,": "(x, y,",
                         "z = tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)":
                             "step = ({1}.0 + {0}.0) / tl.maximum(n_cols - 1, 1)\n"
                             "z = tl.where(cols < n_cols / 2, step * cols - {0}.0, {1}.0 - step * (n_cols - 1 - cols))"}, "11 12 22"),
    },
    {"negative": {"F.softmax(x, dim=-1)": "F.softmax(-x, dim=-1)", "return tl.where(cols < n_cols, x, -": "return tl.where(cols < n_cols, -x, -"},
     "warm": {"F.softmax(x, dim=-1)": "F.softmax(x / 2.0, dim=-1)",
              "return tl.where(cols < n_cols, x, -": "return tl.where(cols < n_cols, x / 2.0, -"}},
    ("BINARY+TAIL_XZ", "y = y * z", "y = z * y"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
