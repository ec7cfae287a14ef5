"""A pointwise chain that begins with a steep step, y = h(g(f(x))), in one pass.

A steep function (an exponential, a power) enlarges the rounding errors of what comes before it, so it stands first,
where x is still exact. Each value lives in a register from its load to its store.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return (torch.randn(shape),)


def steep_chain_torch(x):
    x = torch.exp(-x)
    x = torch.sub(x, 1.0)
    x = torch.sigmoid(x)
    return x


@triton.jit
def steep_chain_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.exp(-x)
    x = x - 1.0
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def steep_chain_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    steep_chain_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


AXES = [
    ("STEEP", "x = torch.exp(-x)", "x = tl.exp(-x)"),
    ("UNARY", "x = torch.sub(x, 1.0)", "x = x - 1.0"),
    ("UNARY", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
