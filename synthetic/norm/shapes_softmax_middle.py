"""Softmax over a dimension that is not the last of a program of tensors that broadcast together.

Whatever the rank, the result of f is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns,
walks down n_mid and reads everything twice: for the largest element and the sum at once, and for the result.
f is computed in either reading rather than kept.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3, 2), (2, 4, 3), (3, 9, 4)]


def make(B, n_mid, n_inner):
    return torch.randn(B, n_mid, n_inner), torch.randn(n_mid, 1), torch.randn(n_inner), torch.randn(n_inner)


def shapes_softmax_middle_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = F.softmax(x, dim=-2)
    y = y + p
    return y


@triton.jit
def load_line(x_ptr, z_ptr, w_ptr, outer, mid, inner, n_mid, n_inner):
    mask = inner < n_inner
    x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + mid).to(tl.float32)
    w = tl.load(w_ptr + inner, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    x = x + w
    return x


@triton.jit
def shapes_softmax_middle_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = tl.program_id(0) % n_blocks * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    # A finite start: -inf would make -inf - -inf, no number, where the first element is -inf.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    norm = tl.zeros([BLOCK], dtype=tl.float32)
    for mid in range(0, n_mid):
        x = load_line(x_ptr, z_ptr, w_ptr, outer, mid, inner, n_mid, n_inner)
        larger = tl.maximum(largest, x)
        norm = norm * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    for mid in range(0, n_mid):
        x = load_line(x_ptr, z_ptr, w_ptr, outer, mid, inner, n_mid, n_inner)
        y = tl.exp(x - largest) / norm
        p = tl.load(p_ptr + inner, mask=mask, other=0.0).to(tl.float32)
        y = y + p
        tl.store(y_ptr + (outer * n_mid + mid) * n_inner + inner, y, mask=mask)


def shapes_softmax_middle_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, n_mid, n_inner = x.shape
    n_outer = B
    y = torch.empty((B, n_mid, n_inner), dtype=x.dtype, device=x.device)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    shapes_softmax_middle_kernel[grid](x, z, w, p, y, n_mid, n_inner, BLOCK=128, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
