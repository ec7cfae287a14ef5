"""Softmax over the last dimension of a program of tensors that broadcast together, y[b, t] = softmax(f(x, z,
w)[b, t]).

One program takes one row and reads it twice: for its largest element and the sum at once, each lane relative
to its own largest, and for the result. f is computed in either reading rather than kept. Where a smaller
tensor has its part of an element follows from the row and the columns.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(n_cols)


def shapes_softmax_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = F.softmax(x, dim=-1)
    y = y + p
    return y


@triton.jit
def load_tile(x_ptr, z_ptr, w_ptr, row, cols, T, n_cols):
    mask = cols < n_cols
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + row % T).to(tl.float32)
    w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    x = x + w
    return tl.where(mask, x, -float("inf"))


@triton.jit
def shapes_softmax_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(x_ptr, z_ptr, w_ptr, row, cols, T, n_cols)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak), axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = load_tile(x_ptr, z_ptr, w_ptr, row, cols, T, n_cols)
        y = tl.exp(x - peak) / norm
        p = tl.load(p_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y + p
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def shapes_softmax_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T, n_cols), dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    shapes_softmax_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
