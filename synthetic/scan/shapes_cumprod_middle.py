"""Running product down a dimension that is not the last of a program of tensors that broadcast together.

Whatever the rank, the result of f is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns
and walks down n_mid. No lane needs another, hence no scan: each carries its own product, in float64 since
every later element inherits its rounding.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3, 2), (2, 4, 3), (3, 9, 4)]


def make(B, n_mid, n_inner):
    return torch.randn(B, n_mid, n_inner), torch.randn(n_mid, 1), torch.randn(n_inner), torch.randn(n_inner)


def shapes_cumprod_middle_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.cumprod(x, dim=-2)
    y = y + p
    return y


@triton.jit
def shapes_cumprod_middle_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = tl.program_id(0) % n_blocks * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    product = tl.full([BLOCK], 1.0, dtype=tl.float64)
    for mid in range(0, n_mid):
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + mid).to(tl.float32)
        w = tl.load(w_ptr + inner, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        product *= x
        y = product.to(tl.float32)
        p = tl.load(p_ptr + inner, mask=mask, other=0.0).to(tl.float32)
        y = y + p
        tl.store(y_ptr + (outer * n_mid + mid) * n_inner + inner, y, mask=mask)


def shapes_cumprod_middle_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, n_mid, n_inner = x.shape
    n_outer = B
    y = torch.empty((B, n_mid, n_inner), dtype=x.dtype, device=x.device)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    shapes_cumprod_middle_kernel[grid](x, z, w, p, y, n_mid, n_inner, BLOCK=128)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
