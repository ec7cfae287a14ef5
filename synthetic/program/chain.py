"""A chain of two pointwise steps in one pass, y = g(f(x)).

PyTorch reads and writes the whole tensor once a step; here it is read once, written once, and every step
between happens in registers. One program takes BLOCK consecutive elements, whatever the shape.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return (torch.randn(shape),)


def chain_torch(x):
    x = torch.relu(x)
    x = torch.exp(-x)
    return x


@triton.jit
def chain_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.exp(-x)
    tl.store(y_ptr + offsets, x, mask=mask)


def chain_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    chain_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
