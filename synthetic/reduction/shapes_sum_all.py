"""A program of tensors that broadcast together, all of it in one number, and what becomes of that and another
number: y = sum(f(x, z, w)) + p.

Two stages: each program makes one partial result of BLOCK elements, then a single program takes the partial
results together in a fixed order, and all that follows happens there. Atomic additions would need one stage
only, but their order, and so the last bits, would vary.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 200)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(T, 1), torch.randn(C), torch.randn(())


def shapes_sum_all_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.sum(x)
    y = y + p
    return y


@triton.jit
def shapes_sum_all_share_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, T, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // C % T, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    x = x + w
    x = tl.where(mask, x, 0.0)  # a lane past the end has computed something of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(x, axis=0))


@triton.jit
def shapes_sum_all_kernel(partial_ptr, p_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        lanes += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    y = tl.sum(lanes, axis=0)
    p = tl.load(p_ptr).to(tl.float32)
    y = y + p
    tl.store(y_ptr, y)


def shapes_sum_all_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, C = x.shape
    n_elements = B * T * C
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    shapes_sum_all_share_kernel[(n_partials,)](x, z, w, partial, n_elements, T, C, BLOCK=1024)
    shapes_sum_all_kernel[(1,)](partial, p, y, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
