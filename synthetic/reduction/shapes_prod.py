"""Product along the last dimension of a program of tensors that broadcast together, y[b, t] = prod_c f(x, z,
w)[b, t, c].

One program takes one row. Each lane keeps a product of its own in float64, since n factors round n times and
the range of float32 is soon left on the way; the lanes meet once, at the end.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(T)


def shapes_prod_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.prod(x, dim=-1)
    y = y + p
    return y


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def shapes_prod_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.full([BLOCK], 1.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        lanes *= tl.where(mask, x, 1.0)
    y = tl.reduce(lanes, 0, multiply).to(tl.float32)
    p = tl.load(p_ptr + row % T).to(tl.float32)
    y = y + p
    tl.store(y_ptr + row, y)


def shapes_prod_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T), dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 128)
    shapes_prod_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
