"""A program of single operations on the upper and the lower part of matrices, torch.triu(x) and torch.tril(x), with zeros elsewhere.

One program takes BLOCK consecutive numbers. Of an offset in (..., R, C), its column less its row tells on which diagonal it lies.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(3, 4), (17, 17), (2, 6, 9), (2, 3, 5, 7), (2, 1, 3, 8, 4)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_triangles_torch(x):
    z = torch.tril(x, diagonal=-1)
    x = torch.triu(x, diagonal=1)
    x = torch.sub(x, z)
    return x


@triton.jit
def program_of_triangles_kernel(x_ptr, y_ptr, n_elements, R, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    diagonal = offsets % C - offsets // C % R
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.where(diagonal <= -1, x, 0.0)
    x = tl.where(diagonal >= 1, x, 0.0)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_triangles_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    R, C = x.shape[-2:]
    grid = (triton.cdiv(x.numel(), 1024),)
    program_of_triangles_kernel[grid](x, y, x.numel(), R, C, BLOCK=1024)
    return y


FAMILY = {
    "upper_first": {"torch.tril(x, diagonal=-1)": "torch.triu(x, diagonal=1)", "torch.triu(x, diagonal=1)": "torch.tril(x, diagonal=-1)",
                    "diagonal <= -1": "diagonal >= 1", "diagonal >= 1": "diagonal <= -1"},
    "from": ({"(x, diagonal=1)": "(x, diagonal={0})", "(x, diagonal=-1)": "(x, diagonal={1})", "diagonal >= 1": "diagonal >= {0}",
              "diagonal <= -1": "diagonal <= {1}"}, "00 10 20 01 21 12 22"),
    "from_minus": ({"(x, diagonal=1)": "(x, diagonal=-{0})", "(x, diagonal=-1)": "(x, diagonal={1})", "diagonal >= 1": "diagonal >= -{0}",
                    "diagonal <= -1": "diagonal <= {1}"}, "10 11 21 12"),
    "and_minus": ({"(x, diagonal=1)": "(x, diagonal={0})", "(x, diagonal=-1)": "(x, diagonal=-{1})", "diagonal >= 1": "diagonal >= {0}",
                   "diagonal <= -1": "diagonal <= -{1}"}, "01 02 22 12"),
    "with_lower": ({"torch.tril(x, diagonal=-1)\n    x = torch.triu(x, diagonal=1)": "torch.tril(x, diagonal={0})",
                    "tl.where(diagonal <= -1, x, 0.0)\n    x = tl.where(diagonal >= 1, x, 0.0)": "tl.where(diagonal <= {0}, x, 0.0)"}, "0 1"),
    "with_upper": ({"torch.tril(x, diagonal=-1)\n    x = torch.triu(x, diagonal=1)": "torch.triu(x, diagonal={0})",
                    "tl.where(diagonal <= -1, x, 0.0)\n    x = tl.where(diagonal >= 1, x, 0.0)": "tl.where(diagonal >= {0}, x, 0.0)"}, "0 1 2"),
}

AXES = [
    ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
