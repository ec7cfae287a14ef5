"""Whole numbers of rows (M, N) and of a tensor that broadcasts with them, y = x + z.

Nothing is cast: integers stay integers of their own width. A remainder has the sign of its divisor, as in Python.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (65, 9)]


def make(M, N):
    x, z = torch.randn(M, N), torch.randn(M, 1)
    return (5.0 * x).long(), (5.0 * z).long()


def integer_of_rows_torch(x, z):
    y = torch.add(x, z)
    return y


@triton.jit
def integer_of_rows_kernel(x_ptr, z_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    z = tl.load(z_ptr + offsets // N, mask=mask, other=0)
    y = x + z
    tl.store(y_ptr + offsets, y, mask=mask)


def integer_of_rows_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, N = x.shape
    y = torch.empty(M, N, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    integer_of_rows_kernel[grid](x, z, y, n_elements, N, BLOCK=1024)
    return y


FAMILY = {
    "sub": {"torch.add(x, z)": "x - z", "y = x + z": "y = x - z"},
    "mul": {"torch.add(x, z)": "x * z", "y = x + z": "y = x * z"},
    "maximum": {"torch.add(x, z)": "torch.maximum(x, z)", "y = x + z": "y = tl.maximum(x, z)"},
    "minimum": {"torch.add(x, z)": "torch.minimum(x, z)", "y = x + z": "y = tl.minimum(x, z)"},
    "and": {"torch.add(x, z)": "x & z", "y = x + z": "y = x & z"},
    "or": {"torch.add(x, z)": "x | z", "y = x + z": "y = x | z"},
    "xor": {"torch.add(x, z)": "x ^ z", "y = x + z": "y = x ^ z"},
    "gt": {"torch.add(x, z)": "x > z", "y = x + z": "y = x > z", "dtype=x.dtype": "dtype=torch.bool"},
    "ge": {"torch.add(x, z)": "x >= z", "y = x + z": "y = x >= z", "dtype=x.dtype": "dtype=torch.bool"},
    "lt": {"torch.add(x, z)": "x < z", "y = x + z": "y = x < z", "dtype=x.dtype": "dtype=torch.bool"},
    "le": {"torch.add(x, z)": "x <= z", "y = x + z": "y = x <= z", "dtype=x.dtype": "dtype=torch.bool"},
    "eq": {"torch.add(x, z)": "x == z", "y = x + z": "y = x == z", "dtype=x.dtype": "dtype=torch.bool"},
    "ne": {"torch.add(x, z)": "x != z", "y = x + z": "y = x != z", "dtype=x.dtype": "dtype=torch.bool"},
    "remainder": {"torch.add(x, z)": "x % z",
                  "y = x + z": "y = (x % z + z) % z  # whatever the sign of the first remainder",
                  "return (5.0 * x).long(), (5.0 * z).long()": "return (5.0 * x).long(), (5.0 * z).long().abs() + 1"},
    "floor_divide": {"torch.add(x, z)": "x // z",
                     "y = x + z": "y = (x - (x % z + z) % z) // z  # a quotient without a rest",
                     "return (5.0 * x).long(), (5.0 * z).long()": "return (5.0 * x).long(), (5.0 * z).long().abs() + 1"},
    "equal_float": {"torch.add(x, z)": "(x == z).float()", "y = x + z": "y = tl.where(x == z, 1.0, 0.0)", "dtype=x.dtype": "dtype=torch.float32"},
}

AXES = [
    {
        "vector": {"torch.randn(M, 1)": "torch.randn(N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
        "whole": {"torch.randn(M, 1)": "torch.randn(M, N)", "z_ptr + offsets // N": "z_ptr + offsets"},
        "one_row": {"torch.randn(M, 1)": "torch.randn(1, N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
        "column_by_vector": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(N)",
                             "x_ptr + offsets,": "x_ptr + offsets // N,",
                             "z_ptr + offsets // N": "z_ptr + offsets % N",
                             "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
        "column_by_row": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(1, N)",
                          "x_ptr + offsets,": "x_ptr + offsets // N,",
                          "z_ptr + offsets // N": "z_ptr + offsets % N",
                          "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
