"""Logarithm of the sum of exponentials down each column, y[b, n] = log(sum_m exp(x[b, m, n])), without overflow.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns and walks down n_mid
once: each lane keeps the largest value so far and the sum relative to it, and scales the sum whenever the value grows.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]


def make(*shape):
    return (torch.randn(shape),)


def logsumexp_middle_torch(x):
    x = torch.relu(x)
    y = torch.logsumexp(x, dim=-2)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def logsumexp_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for mid in range(0, n_mid):
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    y = largest + tl.log(total)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)


def logsumexp_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = x.new_empty(x.shape[:-2] + x.shape[-1:])
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    logsumexp_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128, enable_fp_fusion=False)
    return y


AXES = [
    {
        "keepdim": {"dim=-2": "dim=-2, keepdim=True", "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]"},
        "dim3": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                 "dim=-2": "dim=-3", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]"},
        "dim3_keepdim": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                             "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                         "dim=-2": "dim=-3, keepdim=True",
                         "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + (1,) + x.shape[-2:]"},
        "dim4": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                 "dim=-2": "dim=-4",
                 "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + x.shape[-3:]"},
        "dim4_keepdim": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                             "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                         "dim=-2": "dim=-4, keepdim=True",
                         "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + (1,) + x.shape[-3:]"},
        "dim0": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]",
                 "dim=-2": "dim=0", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                 "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                 "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)", "x.shape[:-2] + x.shape[-1:]": "x.shape[1:]"},
        "dim0_keepdim": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                             "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]",
                         "dim=-2": "dim=0, keepdim=True", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                         "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                         "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
                         "x.shape[:-2] + x.shape[-1:]": "(1,) + x.shape[1:]"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
