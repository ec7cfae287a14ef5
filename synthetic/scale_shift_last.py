"""Scale and shift along the last dimension, then an activation: y = f(x * scale + shift), x (..., C), both (C,).

One program takes BLOCK consecutive elements; element i lies in column i % C.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])


def scale_shift_last_torch(x, scale, shift):
    y = x * scale + shift
    y = torch.relu(y)
    return y


@triton.jit
def scale_shift_last_kernel(x_ptr, scale_ptr, shift_ptr, y_ptr, n_elements, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    column = offsets % C
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    scale = tl.load(scale_ptr + column, mask=mask, other=0.0).to(tl.float32)
    shift = tl.load(shift_ptr + column, mask=mask, other=0.0).to(tl.float32)
    y = x * scale + shift
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def scale_shift_last_triton(x, scale, shift):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    scale_shift_last_kernel[grid](x, scale, shift, y, n_elements, x.shape[-1], BLOCK=1024)
    return y


FAMILY = {
    "one_plus": {"y = x * scale + shift": "y = x * (1.0 + scale) + shift"},
    "centred": {"y = x * scale + shift": "y = (x - shift) * scale"},
    "shift_first": {"y = x * scale + shift": "y = (x + shift) * scale"},
    "divided": {"y = x * scale + shift": "y = (x - shift) / (scale * scale + 1.0)"},
    "residual": {"y = x * scale + shift": "y = x + x * scale + shift"},
    "interpolated": {"y = x * scale + shift": "y = x + scale * (shift - x)"},
}

AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
