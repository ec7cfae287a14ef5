"""A polynomial with given coefficients, y = c[0] + c[1] x + c[2] x^2 + ..., by Horner's rule.

One program takes BLOCK consecutive elements. The coefficients are scalars that every lane shares; from the highest to
the lowest, each costs one multiplication and one addition.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (7, 200)]


def make(*shape):
    return torch.randn(shape), torch.randn(4)


def horner_torch(x, c):
    x = torch.relu(x)
    y = ((c[3] * x + c[2]) * x + c[1]) * x + c[0]
    y = torch.sigmoid(y)
    return y


@triton.jit
def horner_kernel(x_ptr, c_ptr, y_ptr, n_elements, DEGREE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.zeros((BLOCK,), tl.float32)
    for k in tl.static_range(DEGREE + 1):
        y = y * x + tl.load(c_ptr + DEGREE - k).to(tl.float32)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def horner_triton(x, c):
    x = x.contiguous()
    c = c.contiguous()
    y = torch.empty_like(x)
    grid = (triton.cdiv(y.numel(), 1024),)
    horner_kernel[grid](x, c, y, y.numel(), DEGREE=3, BLOCK=1024)
    return y


FAMILY = {
    "horner1": {"torch.randn(4)": "torch.randn(2)", "((c[3] * x + c[2]) * x + c[1]) * x + c[0]": "c[1] * x + c[0]",
                "DEGREE=3": "DEGREE=1"},
    "horner2": {"torch.randn(4)": "torch.randn(3)", "((c[3] * x + c[2]) * x + c[1]) * x + c[0]": "(c[2] * x + c[1]) * x + c[0]",
                "DEGREE=3": "DEGREE=2"},
    "horner4": {"torch.randn(4)": "torch.randn(5)",
                "((c[3] * x + c[2]) * x + c[1]) * x + c[0]": "(((c[4] * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0]",
                "DEGREE=3": "DEGREE=4"},
}

AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
