"""Softmax over a dimension in the middle, y[b, :, n] = softmax(x[b, :, n]): over the channels of an image, say.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns and walks down n_mid
twice. No lane needs another: each keeps the largest value so far and the sum relative to it, then writes its column.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]


def make(*shape):
    return (torch.randn(shape),)


def softmax_middle_torch(x):
    x = torch.relu(x)
    y = F.softmax(x, dim=-2)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def load_row(x_ptr, mask):
    x = tl.load(x_ptr, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def softmax_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    offsets = outer * n_mid * n_inner + inner
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    norm = tl.zeros([BLOCK], dtype=tl.float32)
    for mid in range(0, n_mid):
        x = load_row(x_ptr + offsets + mid * n_inner, mask)
        larger = tl.maximum(largest, x)
        norm = norm * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    for mid in range(0, n_mid):
        x = load_row(x_ptr + offsets + mid * n_inner, mask)
        y = tl.exp(x - largest) / norm
        y = tl.sqrt(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets + mid * n_inner, y, mask=mask)


def softmax_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = torch.empty_like(x)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    softmax_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128, enable_fp_fusion=False)
    return y


FAMILY = {
    "log_softmax_middle": {"F.softmax": "F.log_softmax", "y = tl.exp(x - largest) / norm": "y = x - largest - tl.log(norm)"},
    "softmin_middle": {"F.softmax": "F.softmin", "return x": "return -x"},
}

AXES = [
    {
        "dim3": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                 "dim=-2": "dim=-3", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
        "dim4": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                 "dim=-2": "dim=-4",
                 "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
