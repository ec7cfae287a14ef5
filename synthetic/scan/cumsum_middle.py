"""Running sum down each column, y[b, m, n] = x[b, 0, n] + ... + x[b, m, n].

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns, so that its
loads and stores are coalesced, and walks down n_mid. No lane needs another, hence no scan: each carries its
own total, in float64 since every later element inherits its rounding.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]


def make(*shape):
    return (torch.randn(shape),)


def cumsum_middle_torch(x):
    x = torch.relu(x)
    y = torch.cumsum(x, dim=-2)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def cumsum_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    total = tl.zeros([BLOCK], dtype=tl.float64)
    for mid in tl.range(0, n_mid, num_stages=6):
        offsets = (outer * n_mid + mid) * n_inner + inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        total += x
        y = total.to(tl.float32)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets, y, mask=mask)


def cumsum_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = torch.empty_like(x)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    cumsum_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
