"""Gated linear unit, y = a * sigmoid(b), where a and b are the halves of the last dimension of x.

A row of y has half the width of one of x. One program takes BLOCK elements of y; those of the gate lie n_half further on.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 34), (500,), (2, 3, 66), (2, 3, 4, 18), (7, 600)]


def make(*shape):
    return (torch.randn(shape),)


def glu_call_torch(x):
    y = F.glu(x, dim=-1)
    y = torch.sin(y)
    return y


@triton.jit
def glu_call_kernel(x_ptr, y_ptr, n_elements, n_half, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets // n_half * (2 * n_half) + offsets % n_half
    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)
    gate = tl.load(x_ptr + first + n_half, mask=mask, other=0.0).to(tl.float32)
    y = x * tl.sigmoid(gate)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def glu_call_triton(x):
    x = x.contiguous()
    n_half = x.shape[-1] // 2
    y = x.new_empty(x.shape[:-1] + (n_half,))
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    glu_call_kernel[grid](x, y, n_elements, n_half, BLOCK=1024)
    return y


AXES = [
    {
        "channels": {"CASES = [(1, 2), (3, 34), (500,), (2, 3, 66), (2, 3, 4, 18), (7, 600)]":
                         "CASES = [(1, 2, 1), (3, 6, 11), (2, 6, 5, 7), (2, 4, 3, 2, 9), (2, 4, 20, 30)]",
                     "dim=-1": "dim=1", "n_half = x.shape[-1] // 2": "n_half = x.numel() // x.shape[0] // 2",
                     "x.shape[:-1] + (n_half,)": "(x.shape[0], x.shape[1] // 2) + x.shape[2:]"},
    },
    ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
