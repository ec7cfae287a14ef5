"""GELU, y = x * Phi(x) with Phi the normal distribution function, in each of its forms, and the error
function.

The exact form is x / 2 * (1 + erf(x / sqrt(2))). The tanh form is x / 2 * (1 + tanh(u)) = x * sigmoid(2u),
which needs no tanh and cancels nowhere. PyTorch takes the exact form unless it is told otherwise.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def gelu_torch(x):
    y = F.gelu(x)
    return y


@triton.jit
def gelu_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))
    tl.store(y_ptr + offsets, y, mask=mask)


def gelu_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    gelu_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
