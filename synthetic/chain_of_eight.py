"""A chain of eight pointwise steps in one pass.

However long the chain, each element is loaded once and stored once. Steps reuse the registers of the ones before
them, so that a long chain needs no more of them than its widest step.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return (torch.randn(shape),)


def chain_of_eight_torch(x):
    x = torch.relu(x)
    x = 1.0 + x
    x = torch.sin(x)
    x = torch.abs(x)
    x = torch.sqrt(x)
    x = torch.neg(x)
    x = torch.exp(x)
    x = torch.cos(x)
    return x


@triton.jit
def chain_of_eight_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = x + 1.0
    x = tl.sin(x)
    x = tl.abs(x)
    x = tl.sqrt(x)
    x = -x
    x = tl.exp(x)
    x = tl.cos(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def chain_of_eight_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 512),)
    chain_of_eight_kernel[grid](x, y, n_elements, BLOCK=512)
    return y


AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
    ("GENTLE", "x = 1.0 + x", "x = x + 1.0"),
    ("GENTLE", "x = torch.sin(x)", "x = tl.sin(x)"),
    ("GENTLE", "x = torch.abs(x)", "x = tl.abs(x)"),
    ("UNARY", "x = torch.sqrt(x)", "x = tl.sqrt(x)"),
    ("GENTLE", "x = torch.neg(x)", "x = -x"),
    ("UNARY", "x = torch.exp(x)", "x = tl.exp(x)", "optional"),
    ("GENTLE", "x = torch.cos(x)", "x = tl.cos(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
