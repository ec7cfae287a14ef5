"""RMS norm of each group of a row, put back into one row, then a tensor of whole rows: rms_norm(x[b, t, g,
:]) -> (b, t, g * d) * weight.

One program takes one group and reads it twice, for the sum of squares and for the result; where its numbers
lie in the row of all groups follows from which group it is, and the view costs nothing.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (2, 3, 2, 33), (2, 5, 4, 16), (1, 1, 2, 1100)]  # B, T, G, D


def make(B, T, G, D):
    z = torch.randn(G * D)
    return torch.randn(B, T, G, D), z


def rms_norm_groups_torch(x, z):
    x = torch.relu(x)
    y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5)
    y = y.flatten(2)
    y = y * z
    y = torch.sigmoid(y)
    return y


@triton.jit
def load_tile(x_ptr, cols, D):
    x = tl.load(x_ptr + cols, mask=cols < D, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def rms_norm_groups_kernel(x_ptr, z_ptr, y_ptr, G, D, BLOCK: tl.constexpr):
    group = tl.program_id(0).to(tl.int64)
    x_ptr += group * D
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, D, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.where(cols < D, load_tile(x_ptr, cols, D), 0.0)
        squares += x * x
    scale = tl.rsqrt(tl.sum(squares, axis=0) / D + 1e-5)
    for start in range(0, D, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < D
        y = load_tile(x_ptr, cols, D) * scale
        z = tl.load(z_ptr + group % G * D + cols, mask=mask, other=0.0).to(tl.float32)
        y = z * y
        y = tl.sigmoid(y)
        tl.store(y_ptr + group * D + cols, y, mask=mask)


def rms_norm_groups_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    B, T, G, D = x.shape
    y = x.new_empty(B, T, G * D)
    block = min(triton.next_power_of_2(D), 1024)
    rms_norm_groups_kernel[(B * T * G,)](x, z, y, G, D, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
