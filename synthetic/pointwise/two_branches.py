"""Two branches of one input that join again, y = h(f(x) * g(x)).

Each branch is a chain of its own from the same loaded block; nothing of either branch reaches memory.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def two_branches_torch(x):
    y = x
    w = x
    y = torch.sin(y)
    w = torch.exp(-w)
    y = y * w
    y = torch.relu(y)
    return y


@triton.jit
def two_branches_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x
    w = x
    y = tl.sin(y)
    w = tl.exp(-w)
    y = y * w
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def two_branches_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    two_branches_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
