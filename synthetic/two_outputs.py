"""Two functions of one tensor at once, (f(x), g(x)).

PyTorch would read x twice; one load serves both stores here. The host function returns a tuple.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def two_outputs_torch(x):
    y, w = x, x
    y = torch.sin(y)
    w = torch.cos(w)
    return y, w


@triton.jit
def two_outputs_kernel(x_ptr, y_ptr, w_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y, w = x, x
    y = tl.sin(y)
    w = tl.cos(w)
    tl.store(y_ptr + offsets, y, mask=mask)
    tl.store(w_ptr + offsets, w, mask=mask)


def two_outputs_triton(x):
    x = x.contiguous()
    y, w = torch.empty_like(x), torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    two_outputs_kernel[grid](x, y, w, n_elements, BLOCK=1024)
    return y, w


AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
    ("UNARY+REUSE+SCALAR", "w = torch.cos(w)", "w = tl.cos(w)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
