"""Gated linear unit, y = a * f(b) for the two halves a, b of the last dimension: GLU, SwiGLU, GEGLU, ReGLU.

A row of y is C long, a row of x 2C: element i of y is made from column i % C of row i // C and from the column that
lies C to its right. The halves are never copied apart.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 34), (7, 600), (2, 3, 66)]


def make(*shape):
    return (torch.randn(shape),)


def glu_torch(x):
    x, z = x.chunk(2, dim=-1)
    z = torch.sigmoid(z)
    return x * z


@triton.jit
def glu_kernel(x_ptr, y_ptr, n_elements, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets // C * (2 * C) + offsets % C
    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + first + C, mask=mask, other=0.0).to(tl.float32)
    z = tl.sigmoid(z)
    y = x * z
    tl.store(y_ptr + offsets, y, mask=mask)


def glu_triton(x):
    x = x.contiguous()
    C = x.shape[-1] // 2
    y = torch.empty(x.shape[:-1] + (C,), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    glu_kernel[grid](x, y, y.numel(), C, BLOCK=1024)
    return y


FAMILY = {
    "first": {"x, z = x.chunk(2, dim=-1)": "z, x = x.chunk(2, dim=-1)",
              "x_ptr + first, mask": "x_ptr + first + C, mask",
              "x_ptr + first + C, mask": "x_ptr + first, mask"},
    "sum": {"return x * z": "return x + z", "y = x * z": "y = x + z"},
    "residual": {"return x * z": "return x + x * z", "y = x * z": "y = x + x * z"},
    "scaled": {"return x * z": "return 2.0 * x * z", "y = x * z": "y = 2.0 * x * z"},
    "shifted": {"return x * z": "return x * (z + 1.0)", "y = x * z": "y = x * (z + 1.0)"},
    "difference": {"return x * z": "return x - z", "y = x * z": "y = x - z"},
}

AXES = [
    ("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
