"""RMS norm of each group of a row, put back into one row, then a tensor of whole rows: rms_norm(x[b, t, g, :]) -> (b, t, g * d) * weight.

One program takes one group and reads it twice, for the sum of squares and for the result; where its numbers lie in the row of all groups
follows from which group it is, and the view costs nothing.
"""
from harness import run

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


FAMILY = {
    "normalize": {"y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5)": "y = torch.nn.functional.normalize(x, dim=-1)",
                  "scale = tl.rsqrt(tl.sum(squares, axis=0) / D + 1e-5)": "norm = tl.maximum(tl.sqrt(tl.sum(squares, axis=0)), 1e-12)",
                  "y = load_tile(x_ptr, cols, D) * scale": "y = load_tile(x_ptr, cols, D) / norm"},
}

AXES = [
    {  # what z is, and how many dimensions lead
        "whole": {"z = torch.randn(G * D)": "z = torch.randn(B, T, G * D)", "z_ptr + group % G * D + cols": "z_ptr + group * D + cols",
                  "y_ptr, G, D, BLOCK: tl": "y_ptr, D, BLOCK: tl", "(x, z, y, G, D,": "(x, z, y, D,"},
        "number": {"z = torch.randn(G * D)": "z = torch.randn(1)", "z_ptr + group % G * D + cols, mask=mask, other=0.0": "z_ptr",
                   "y_ptr, G, D, BLOCK: tl": "y_ptr, D, BLOCK: tl", "(x, z, y, G, D,": "(x, z, y, D,"},
        "rows": {"CASES = [(1, 1, 1, 2), (2, 3, 2, 33), (2, 5, 4, 16), (1, 1, 2, 1100)]  # B, T, G, D":
                     "CASES = [(1, 1, 2), (3, 2, 33), (5, 4, 16), (1, 2, 1100)]  # M, G, D",
                 "make(B, T, G, D)": "make(M, G, D)", "torch.randn(B, T, G, D), z": "torch.randn(M, G, D), z", "flatten(2)": "flatten(1)",
                 "B, T, G, D = x.shape": "M, G, D = x.shape", "new_empty(B, T, G * D)": "new_empty(M, G * D)", "(B * T * G,)": "(M * G,)"},
    },
    {"eps": ({"1e-5": "1e-{0}"}, "6 8 3")},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("BINARY+TAIL_XZ", "y = y * z", "y = z * y"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
