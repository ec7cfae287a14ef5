"""Product over a dimension other than the last, y[b, n] = prod_m x[b, m, n].

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns, so that its
loads are coalesced, and multiplies its way down n_mid: no lane ever needs another. Each factor adds its
rounding to a product, so the running product is float64.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]


def make(*shape):
    return (torch.randn(shape) * 1.5,)


def prod_middle_torch(x):
    x = torch.abs(x)
    y = torch.prod(x, dim=-2)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def prod_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    product = tl.full([BLOCK], 1.0, dtype=tl.float64)
    for mid in range(0, n_mid):
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=1.0).to(tl.float32)
        x = tl.abs(x)
        product *= x
    y = product.to(tl.float32)
    y = tl.sigmoid(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)


def prod_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = x.new_empty(x.shape[:-2] + x.shape[-1:])
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    prod_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
