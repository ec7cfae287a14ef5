"""A tensor and its own two halves exchanged, one of them with its sign turned, meet two more: y = x * cos + cat(-x2, x1) * sin and its kind.

x is (..., D); cos and sin have the sizes of its last dimensions, or fewer. One program takes BLOCK consecutive outputs; number d of a row
meets the number half a row away (of an odd row, one half is longer), and cos and sin repeat themselves every `period` numbers.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 3, 4), (2, 3, 5, 9), (3, 2, 4, 66)]


def make(A, B, C, D):
    return torch.randn(A, B, C, D), torch.randn(C, D), torch.randn(C, D)


def program_of_turned_halves_torch(x, cos, sin):
    half = x.shape[-1] // 2
    y = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
    z = cos
    x = x * z
    z = sin
    y = y * z
    z = x
    y = torch.add(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def program_of_turned_halves_kernel(x_ptr, cos_ptr, sin_ptr, y_ptr, n_elements, D, period, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets % D < D - D // 2
    other = tl.where(first, offsets + D // 2, offsets - (D - D // 2))
    at = offsets % period
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.load(x_ptr + other, mask=mask, other=0.0).to(tl.float32)
    y = tl.where(first, -y, y)
    z = tl.load(cos_ptr + at, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    z = tl.load(sin_ptr + at, mask=mask, other=0.0).to(tl.float32)
    y = y * z
    z = x
    y = y + z
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def program_of_turned_halves_triton(x, cos, sin):
    x, cos, sin = x.contiguous(), cos.contiguous(), sin.contiguous()
    y = torch.empty_like(x)
    grid = (triton.cdiv(x.numel(), 1024),)
    program_of_turned_halves_kernel[grid](x, cos, sin, y, x.numel(), x.shape[-1], cos.numel(), BLOCK=1024)
    return y


FAMILY = {
    "back": {"-x[..., half:], x[..., :half]": "x[..., half:], -x[..., :half]", "first, -y, y": "first, y, -y"},
    "unsigned": {"-x[..., half:], x[..., :half]": "x[..., half:], x[..., :half]", "y = tl.where(first, -y, y)": ""},
    "chunked": {"half = x.shape[-1] // 2": "x1, x2 = x.chunk(2, dim=-1)", "-x[..., half:], x[..., :half]": "-x2, x1",   # the longer part is the first
                "offsets % D < D - D // 2": "offsets % D < D // 2",
                "offsets + D // 2, offsets - (D - D // 2)": "offsets + (D - D // 2), offsets - D // 2"},
    "chunked_back": {"half = x.shape[-1] // 2": "x1, x2 = x.chunk(2, dim=-1)", "-x[..., half:], x[..., :half]": "x2, -x1", "first, -y, y": "first, y, -y",
                     "offsets % D < D - D // 2": "offsets % D < D // 2",
                     "offsets + D // 2, offsets - (D - D // 2)": "offsets + (D - D // 2), offsets - D // 2"},
    "first_relu": {"-x[..., half:], x[..., :half]": "torch.relu(x[..., half:]), x[..., :half]", "first, -y, y": "first, tl.maximum(y, 0.0), y"},
}

AXES = [
    {  # the sizes of x, and of cos and sin
        "rows": {"torch.randn(C, D), torch.randn(C, D)": "torch.randn(D), torch.randn(D)"},
        "full": {"torch.randn(C, D), torch.randn(C, D)": "torch.randn(A, B, C, D), torch.randn(A, B, C, D)"},
        "heads": {"torch.randn(C, D), torch.randn(C, D)": "torch.randn(B, C, D), torch.randn(B, C, D)"},
        "ones": {"torch.randn(C, D), torch.randn(C, D)": "torch.randn(1, 1, C, D), torch.randn(1, 1, C, D)"},
        "samples": {"torch.randn(C, D), torch.randn(C, D)": "torch.randn(A, 1, C, D), torch.randn(A, 1, C, D)", "D, period, BLOCK": "D, period, heads, BLOCK",
                    "offsets % period": "offsets // (heads * period) * period + offsets % period",
                    "cos.numel(), BLOCK": "x.shape[-2] * x.shape[-1], x.shape[1], BLOCK"},
        "heads_last": {"torch.randn(C, D), torch.randn(C, D)": "torch.randn(B, 1, D), torch.randn(B, 1, D)", "D, period, BLOCK": "D, period, heads, BLOCK",
                       "offsets % period": "offsets // (heads * D) * D % period + offsets % D", "cos.numel(), BLOCK": "cos.numel(), x.shape[-2], BLOCK"},
        "three": {"def make(A, B, C, D)": "def make(A, C, D)", "torch.randn(A, B, C, D)": "torch.randn(A, C, D)",
                  "[(1, 2, 3, 4), (2, 3, 5, 9), (3, 2, 4, 66)]": "[(2, 3, 4), (3, 5, 9), (2, 4, 66)]"},
        "two": {"def make(A, B, C, D)": "def make(C, D)", "torch.randn(A, B, C, D)": "torch.randn(C, D)",
                "[(1, 2, 3, 4), (2, 3, 5, 9), (3, 2, 4, 66)]": "[(3, 4), (5, 9), (4, 66)]"},
    },
    {  # what meets cos; multiplied where the table keeps the file as it stands
        "plus": {"x = x * z": "x = x + z"},
        "minus": {"x = x * z": "x = x - z"},
    },
    {  # and sin
        "sum": {"y = y * z": "y = y + z"},
        "difference": {"y = y * z": "y = y - z"},
    },
    ("BINARY", "y = torch.add(y, z)", "y = y + z"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
