"""The product of complex numbers held as two real tensors each, (a + i b)(c + i d) = (a c - b d) + i (a d + b c).

One program takes BLOCK consecutive numbers: four loads, two stores.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (7, 200)]


def make(*shape):
    return tuple(torch.randn(shape) for _ in range(4))


def complex_mul_torch(a, b, c, d):
    a = torch.relu(a)
    x = a * c - b * d
    y = a * d + b * c
    x = torch.sigmoid(x)
    return x, y


@triton.jit
def complex_mul_kernel(a_ptr, b_ptr, c_ptr, d_ptr, x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a = tl.load(a_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    c = tl.load(c_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    d = tl.load(d_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    a = tl.maximum(a, 0.0)
    x = a * c - b * d
    y = a * d + b * c
    x = tl.sigmoid(x)
    tl.store(x_ptr + offsets, x, mask=mask)
    tl.store(y_ptr + offsets, y, mask=mask)


def complex_mul_triton(a, b, c, d):
    a = a.contiguous()
    b = b.contiguous()
    c = c.contiguous()
    d = d.contiguous()
    x = torch.empty_like(a)
    y = torch.empty_like(a)
    grid = (triton.cdiv(a.numel(), 1024),)
    complex_mul_kernel[grid](a, b, c, d, x, y, a.numel(), BLOCK=1024)
    return x, y


FAMILY = {
    "complex_mul_conjugate": {"x = a * c - b * d": "x = a * c + b * d", "y = a * d + b * c": "y = b * c - a * d"},
    "complex_mul_scaled": {"x = a * c - b * d": "x = 0.5 * (a * c - b * d)", "y = a * d + b * c": "y = 0.5 * (a * d + b * c)"},
    "complex_mul_add": {"x = a * c - b * d": "x = a * c - b * d + a", "y = a * d + b * c": "y = a * d + b * c + b"},
}

AXES = [
    ("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
    ("UNARY", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
