"""Running log-sum-exp down each column, y[b, m, n] = log(exp(x[b, 0, n]) + ... + exp(x[b, m, n])), without overflow.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns, so that its loads and
stores are coalesced, and walks down n_mid. No lane needs another, hence no scan: each carries its largest element so far, and
the sum of exponentials less that, scaled down whenever it grows.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]


def make(*shape):
    return (torch.randn(shape),)


def logcumsumexp_middle_torch(x):
    x = torch.relu(x)
    y = torch.logcumsumexp(x, dim=-2)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def logcumsumexp_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    peak = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for mid in range(0, n_mid):
        offsets = (outer * n_mid + mid) * n_inner + inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        higher = tl.maximum(peak, x)
        total = total * tl.exp(peak - higher) + tl.exp(x - higher)
        peak = higher
        y = peak + tl.log(total)
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets, y, mask=mask)


def logcumsumexp_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = torch.empty_like(x)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    logcumsumexp_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128, enable_fp_fusion=False)
    return y


AXES = [
    {
        "dim3": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                 "dim=-2": "dim=-3", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
        "dim4": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                 "dim=-2": "dim=-4",
                 "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
        "dim0": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]",
                 "dim=-2": "dim=0", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                 "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                 "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)"},
        "reversed": {"torch.logcumsumexp(x, dim=-2)": "torch.logcumsumexp(x.flip(-2), dim=-2).flip(-2)",
                     "for mid in range(0, n_mid):": "for step in range(0, n_mid):\n    mid = n_mid - 1 - step  # from the end"},
        "reversed3": {"torch.logcumsumexp(x, dim=-2)": "torch.logcumsumexp(x.flip(-3), dim=-3).flip(-3)",
                     "for mid in range(0, n_mid):": "for step in range(0, n_mid):\n    mid = n_mid - 1 - step  # from the end",
                     "[(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                         "[(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                     "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
        "reversed0": {"torch.logcumsumexp(x, dim=-2)": "torch.logcumsumexp(x.flip(0), dim=0).flip(0)",
                     "for mid in range(0, n_mid):": "for step in range(0, n_mid):\n    mid = n_mid - 1 - step  # from the end",
                     "[(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                         "[(2, 1), (17, 3), (9, 33)]",
                     "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
