"""A number a row, x (..., C) + z (..., 1), or another join of the two, with one step after it.

Element i of x lies in row i // C, and all C elements of a row meet the same element of z.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(*shape[:-1], 1)


def broadcast_rows_torch(x, z):
    x = torch.add(x, z)
    x = torch.relu(x)
    return x


@triton.jit
def broadcast_rows_kernel(x_ptr, z_ptr, y_ptr, n_elements, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // C, mask=mask, other=0.0).to(tl.float32)
    x = x + z
    x = tl.maximum(x, 0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def broadcast_rows_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    broadcast_rows_kernel[grid](x, z, y, n_elements, x.shape[-1], BLOCK=1024)
    return y


AXES = [
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
