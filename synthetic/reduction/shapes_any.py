"""Whether any (or every) element along the last dimension of a program of tensors that broadcast together
fulfils a condition.

One program takes one row and walks it in tiles of BLOCK columns. A lane keeps 1 as soon as it has seen one;
the lanes meet at the end.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols)


def shapes_any_torch(x, z, w):
    x = x * z
    x = x + w
    y = torch.any(x > 0.5, dim=-1)
    return y


@triton.jit
def shapes_any_kernel(x_ptr, z_ptr, w_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.full([BLOCK], 0, dtype=tl.int32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        holds = (x > 0.5).to(tl.int32)
        lanes = tl.maximum(lanes, tl.where(mask, holds, 0))
    y = tl.max(lanes, axis=0) > 0
    tl.store(y_ptr + row, y)


def shapes_any_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T), dtype=torch.bool, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    shapes_any_kernel[(n_rows,)](x, z, w, y, T, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
