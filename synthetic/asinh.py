"""Inverse hyperbolic sine, y = log(x + sqrt(x^2 + 1)), and its two sisters.

For a = |x|: a + sqrt(a^2 + 1) = 1 + (a + a^2 / (1 + sqrt(a^2 + 1))), so that log1p sees a small number when a is
small. The sign of x is put back at the end: the function is odd.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def asinh_torch(x):
    y = torch.asinh(x)
    return y


@triton.jit
def log1p(t):
    """log(1 + t) for t >= 0: what 1 + t rounds away, the quotient t / (u - 1) puts back."""
    u = 1.0 + t
    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))


@triton.jit
def asinh_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    a = tl.abs(x)
    y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))
    y = tl.where(x < 0.0, -y, y)
    tl.store(y_ptr + offsets, y, mask=mask)


def asinh_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    asinh_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "atanh": {"torch.asinh(x)": "torch.atanh(x)", "torch.randn(shape)": "torch.rand(shape) * 1.8 - 0.9",
              "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))": "y = 0.5 * log1p(2.0 * a / (1.0 - a))"},
    "acosh": {"torch.asinh(x)": "torch.acosh(x)", "torch.randn(shape)": "1.0 + torch.randn(shape).abs()",
              "a = tl.abs(x)": "a = x - 1.0", "y = tl.where(x < 0.0, -y, y)": "",
              "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))": "y = log1p(a + tl.sqrt(2.0 * a + a * a))"},
    "asinh_doubled": {"torch.asinh(x)": "torch.asinh(2.0 * x)", "a = tl.abs(x)": "a = tl.abs(2.0 * x)"},
    "asinh_tenth": {"torch.asinh(x)": "torch.asinh(x / 0.1) * 0.1", "a = tl.abs(x)": "a = tl.abs(x / 0.1)",
                    "y = tl.where(x < 0.0, -y, y)": "y = 0.1 * tl.where(x < 0.0, -y, y)"},
    "atanh_bounded": {"torch.asinh(x)": "torch.atanh(torch.clamp(x, -0.9, 0.9))",
                      "a = tl.abs(x)": "a = tl.minimum(tl.abs(x), 0.9)",
                      "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))": "y = 0.5 * log1p(2.0 * a / (1.0 - a))"},
    "acosh_bounded": {"torch.asinh(x)": "torch.acosh(1.0 + torch.abs(x))",
                      "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))": "y = log1p(a + tl.sqrt(2.0 * a + a * a))",
                      "y = tl.where(x < 0.0, -y, y)": ""},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
