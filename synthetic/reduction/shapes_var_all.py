"""Variance of all of a program of tensors that broadcast together, and what becomes of that and another
number; the standard deviation is its root.

Two stages: each program makes two partial sums of BLOCK elements, of x and of x * x, then a single program
adds them up in a fixed order, and all that follows happens there. Sums are float64, where E[x^2] - E[x]^2 has
digits to lose: the square of a float32 is exact there.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 200)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(T, 1), torch.randn(C), torch.randn(())


def shapes_var_all_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.var(x)
    y = y + p
    return y


@triton.jit
def shapes_var_all_share_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, T, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // C % T, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    x = x + w
    wide = tl.where(mask, x, 0.0).to(tl.float64)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(wide, axis=0))
    tl.store(partial_ptr + tl.num_programs(0) + tl.program_id(0), tl.sum(wide * wide, axis=0))


@triton.jit
def shapes_var_all_kernel(partial_ptr, p_ptr, y_ptr, n_elements, n_partials, BLOCK: tl.constexpr):
    sums = tl.zeros([BLOCK], dtype=tl.float64)
    squares = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        sums += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
        squares += tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, other=0.0)
    total = tl.sum(sums, axis=0)
    rest = (tl.sum(squares, axis=0) - total * total / n_elements).to(tl.float32)
    y = tl.maximum(rest, 0.0) / (n_elements - 1)
    p = tl.load(p_ptr).to(tl.float32)
    y = y + p
    tl.store(y_ptr, y)


def shapes_var_all_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, C = x.shape
    n_elements = B * T * C
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((2, n_partials), dtype=torch.float64, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    shapes_var_all_share_kernel[(n_partials,)](x, z, w, partial, n_elements, T, C, BLOCK=1024)
    shapes_var_all_kernel[(1,)](partial, p, y, n_elements, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
