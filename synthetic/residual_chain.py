"""A chain that comes back to where it began, y = h(g(f(x)) + x).

The value x is needed twice, before the chain and after it. PyTorch keeps the tensor in memory; here the loaded block
simply stays in its registers under its name while the chain runs under another.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def residual_chain_torch(x):
    y = x
    y = torch.sin(y)
    y = torch.exp(-y)
    y = y + x
    y = torch.relu(y)
    return y


@triton.jit
def residual_chain_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x
    y = tl.sin(y)
    y = tl.exp(-y)
    y = y + x
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def residual_chain_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    residual_chain_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "times": {"y = y + x": "y = y * x"},
    "minus": {"y = y + x": "y = x - y"},
    "half": {"y = y + x": "y = 0.5 * y + x"},
    "mean": {"y = y + x": "y = (y + x) / 2.0"},
    "tenth": {"y = y + x": "y = x + 0.1 * y"},
    "gate": {"y = y + x": "y = x + x * y"},
}

AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
    ("UNARY+REUSE+SCALAR", "y = torch.exp(-y)", "y = tl.exp(-y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
