"""A chain of up to four pointwise steps, y = i(h(g(f(x)))), in one pass.

Memory is the cost of a pointwise step: four steps in PyTorch move the tensor eight times, this moves it twice. The
steps keep their order and their rounding, so the answer is PyTorch's to the last bits.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return (torch.randn(shape),)


def chain_of_four_torch(x):
    x = torch.relu(x)
    x = 1.0 + x
    x = torch.sin(x)
    x = torch.abs(x)
    return x


@triton.jit
def chain_of_four_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = x + 1.0
    x = tl.sin(x)
    x = tl.abs(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def chain_of_four_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    chain_of_four_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
    ("UNARY+REUSE+SCALAR", "x = 1.0 + x", "x = x + 1.0"),
    ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)"),
    ("UNARY+REUSE+SCALAR", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
