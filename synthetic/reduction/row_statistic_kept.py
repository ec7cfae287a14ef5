"""A statistic of each row, a number of that row joined to it, the row after both, and what else the statistic
tells: y = x / s, v = f(s).

So a softmax leaves its weights and its logarithm, a normalization what it divided by. One program takes one
row and reads it twice: for the statistic, and for y. What is one number a row is computed once, between the
two.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]


def make(*shape):
    x = torch.rand(shape) + 0.1
    z = torch.rand(shape[:-1] + (1,)) + 0.1
    w = torch.randn(shape[:-1] + (1,))
    return x, z, w


def row_statistic_kept_torch(x, z, w):
    s = torch.sum(x, dim=-1, keepdim=True)
    s = s + z
    s = torch.sigmoid(s)
    y = x / s
    y = torch.erf(y)
    v = torch.log(s)
    v = torch.relu(v)
    v = v + w
    return y, v


@triton.jit
def row_statistic_kept_kernel(x_ptr, z_ptr, w_ptr, y_ptr, v_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += x
    s = tl.sum(lanes, axis=0)
    z = tl.load(z_ptr + row).to(tl.float32)
    s = s + z
    s = tl.sigmoid(s)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = x / s
        y = tl.erf(y)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
    w = tl.load(w_ptr + row).to(tl.float32)
    v = tl.log(s)
    v = tl.maximum(v, 0.0)
    v = v + w
    tl.store(v_ptr + row, v)


def row_statistic_kept_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    v = x.new_empty(x.shape[:-1] + (1,))
    block = min(triton.next_power_of_2(n_cols), 1024)
    row_statistic_kept_kernel[(n_rows,)](x, z, w, y, v, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y, v


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
