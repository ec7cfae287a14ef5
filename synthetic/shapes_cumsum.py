"""Running sum along the last dimension of a program of tensors that broadcast together, y[b, t, c] = f(x, z, w)[b, t, 0] + ... + f(x, z, w)[b, t, c].

One program takes one row, tile after tile: a tile is summed up in parallel and starts from the total of all tiles before it, the carry. The carry
is float64, as every later element inherits its rounding.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(n_cols)


def shapes_cumsum_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.cumsum(x, dim=-1)
    y = y + p
    return y


@triton.jit
def shapes_cumsum_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        # Lanes beyond the row stand behind all others: nothing inherits what they hold.
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        wide = x.to(tl.float64)
        y = (carry + tl.cumsum(wide, axis=0)).to(tl.float32)
        carry += tl.sum(wide, axis=0)
        p = tl.load(p_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y + p
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def shapes_cumsum_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T, n_cols), dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    shapes_cumsum_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block)
    return y


AXES = ["ROWS_SCANNED"]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
