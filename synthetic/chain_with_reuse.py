"""A chain of pointwise steps that comes back to its own earlier values: the input, and the result of the first step.

A value that is needed again costs a register, not a load: x stays as it was read, v as the first step left it.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return (torch.randn(shape),)


def chain_with_reuse_torch(x):
    y = x
    y = torch.relu(y)
    v = y
    y = torch.sigmoid(y)
    y = y * v
    y = y * 0.5
    y = y + x
    y = torch.abs(y)
    return y


@triton.jit
def chain_with_reuse_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x
    y = tl.maximum(y, 0.0)
    v = y
    y = tl.sigmoid(y)
    y = v * y
    y = 0.5 * y
    y = x + y
    y = tl.abs(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def chain_with_reuse_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    chain_with_reuse_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


AXES = [
    {  # the first step comes back
        "plus": {"y = y * v": "y = y + v", "y = v * y": "y = y + v"},
        "less": {"y = y * v": "y = v - y", "y = v * y": "y = v - y"},
        "larger": {"y = y * v": "y = torch.maximum(y, v)", "y = v * y": "y = tl.maximum(y, v)"},
        "never": {"v = y": "", "y = y * v": "", "y = v * y": ""},
    },
    {  # the input comes back
        "times": {"y = y + x": "y = y * x", "y = x + y": "y = y * x"},
        "from": {"y = y + x": "y = x - y", "y = x + y": "y = x - y"},
        "half": {"y = y + x": "y = y + 0.5 * x", "y = x + y": "y = y + 0.5 * x"},
        "smaller": {"y = y + x": "y = torch.minimum(y, x)", "y = x + y": "y = tl.minimum(y, x)"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
