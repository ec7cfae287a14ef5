"""A program, its result over the root of its mean square in each row, and a program of that, of what came
before and of tensors that broadcast.

One program takes one row and reads it twice: for the sum of its squares, and for the result.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 5, 20)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)


def program_around_rms_torch(x, z, w):
    g = x + z
    s = F.rms_norm(g, (g.shape[-1],), eps=1e-6)
    y = s * x
    y = y + w
    return y


@triton.jit
def program_around_rms_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        lanes += tl.where(mask, g * g, 0.0)
    scale = tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        s = g / scale
        y = s * x
        y = y + w
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def program_around_rms_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round g anew in each reading, and g minus itself would not be 0.
    program_around_rms_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
