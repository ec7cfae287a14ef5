"""Exclusive running sum down each column, y[b, m, n] = x[b, 0, n] + ... + x[b, m - 1, n]: what stands before an element.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns, so that its loads and
stores are coalesced, and walks down n_mid. No lane needs another, hence no scan: each carries its own total, in float64
since every later element inherits its rounding.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]


def make(*shape):
    return (torch.randn(shape),)


def exclusive_cumsum_middle_torch(x):
    dim = -2
    x = torch.relu(x)
    y = torch.cumsum(x, dim=dim) - x
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def exclusive_cumsum_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    total = tl.zeros([BLOCK], dtype=tl.float64)
    for mid in range(0, n_mid):
        offsets = (outer * n_mid + mid) * n_inner + inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = total.to(tl.float32)
        total += x
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets, y, mask=mask)


def exclusive_cumsum_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = torch.empty_like(x)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    exclusive_cumsum_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128)
    return y


FAMILY = {
    "cumsum_behind_zero": {"y = torch.cumsum(x, dim=dim) - x":
        "z = torch.zeros_like(x.narrow(dim, 0, 1))\ny = torch.cat((z, torch.cumsum(x, dim=dim).narrow(dim, 0, x.size(dim) - 1)), dim=dim)"},
    "cumsum_of_late": {"y = torch.cumsum(x, dim=dim) - x":
        "z = torch.zeros_like(x.narrow(dim, 0, 1))\ny = torch.cumsum(torch.cat((z, x.narrow(dim, 0, x.size(dim) - 1)), dim=dim), dim=dim)"},
    "cumsum_of_narrow": {"y = torch.cumsum(x, dim=dim) - x":
        "z = torch.zeros_like(x.narrow(dim, 0, 1))\ny = torch.cat((z, torch.cumsum(x.narrow(dim, 0, x.size(dim) - 1), dim=dim)), dim=dim)"},
    "cumsum_of_joined_less": {"y = torch.cumsum(x, dim=dim) - x":
        "z = torch.zeros_like(x.narrow(dim, 0, 1))\ny = torch.cumsum(torch.cat((z, x), dim=dim), dim=dim).narrow(dim, 0, x.size(dim))"},
}

AXES = [
    {
        "dim3": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                 "dim = -2": "dim = -3", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
        "dim4": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                 "dim = -2": "dim = -4",
                 "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
        "dim0": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]",
                 "dim = -2": "dim = 0", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                 "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                 "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
