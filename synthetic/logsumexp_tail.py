"""Logsumexp over the last dimension, then a second tensor, y[i] = logsumexp_j x[i, j] + z[i].

The largest element is taken out, log(sum exp(x)) = m + log(sum exp(x - m)), in one reading: each lane keeps its own
largest value so far and its own sum relative to it, and scales the sum whenever the value grows. The lanes meet last.
What follows is one element, so z costs one scalar load: an element each, or one number for all.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    x = torch.randn(shape)
    z = torch.randn_like(x.sum(dim=-1))
    return x, z


def logsumexp_tail_torch(x, z):
    x = torch.relu(x)
    y = torch.logsumexp(x, dim=-1)
    y = y + z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def logsumexp_tail_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, -float("inf"))
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    y = peak + tl.log(tl.sum(total * tl.exp(largest - peak), axis=0))
    z = tl.load(z_ptr + row).to(tl.float32)
    y = z + y
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def logsumexp_tail_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    logsumexp_tail_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


AXES = [
    {
        "one": {"z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(1)", "tl.load(z_ptr + row)": "tl.load(z_ptr)"},
        "scalar": {"z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(())", "tl.load(z_ptr + row)": "tl.load(z_ptr)"},
        "inner": {"return x, z": "return x, z[0]", "tl.load(z_ptr + row)": "tl.load(z_ptr + row % n_inner)", "y_ptr, n_cols, BLOCK: tl": "y_ptr, n_cols, n_inner, BLOCK: tl",
                  "(x, z, y, n_cols,": "(x, z, y, n_cols, z.numel(),"},
    },
    {
        "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
        "last2": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                  "dim=-1": "dim=(-2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]", "x.shape[:-1]": "x.shape[:-2]"},
        "last2_keepdim": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                          "dim=-1": "dim=(-2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-2] + (1, 1)"},
        "last3": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                  "dim=-1": "dim=(-3, -2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                  "x.shape[:-1]": "x.shape[:-3]"},
        "last3_keepdim": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                          "dim=-1": "dim=(-3, -2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
