"""All parts of a tensor along a dimension, y, z = torch.chunk(x, 2, dim), as copies without gaps, or of given lengths.

Seen from that dimension, x is (outer, whole, inner); y and z take the places before and after `first`. One program takes BLOCK
consecutive numbers of x, reads each once, and stores it in the part where it belongs.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(12,), (9, 14), (3, 9, 10), (2, 3, 5, 7), (2, 3, 40, 33)]


def make(*shape):
    return (torch.randn(shape),)


def split_parts_torch(x):
    y, z = x.chunk(2, dim=-1)
    return y.contiguous(), z.contiguous()


@triton.jit
def split_parts_kernel(x_ptr, y_ptr, z_ptr, n_elements, whole, first, inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (whole * inner)
    place = offsets // inner % whole
    inside = offsets % inner
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + (outer * first + place) * inner + inside, x, mask=mask & (place < first))
    tl.store(z_ptr + (outer * (whole - first) + place - first) * inner + inside, x, mask=mask & (place >= first))


def split_parts_triton(x):
    x = x.contiguous()
    outside, whole, inside = x.shape[:-1], x.shape[-1], ()
    inner = 1
    first = (whole + 1) // 2
    y = x.new_empty(*outside, first, *inside)
    z = x.new_empty(*outside, whole - first, *inside)
    grid = (triton.cdiv(x.numel(), 1024),)
    split_parts_kernel[grid](x, y, z, x.numel(), whole, first, inner, BLOCK=1024)
    return y, z


FAMILY = {
    "split": ({"x.chunk(2, ": "x.tensor_split([{0}], ", "(whole + 1) // 2": "{0}"}, "1 2 3"),
    "split_last": ({"x.chunk(2, ": "x.tensor_split([-{0}], ", "(whole + 1) // 2": "whole - {0}"}, "1 2"),
}

AXES = [
    {  # along which dimension
        "next_to_last": {"[(12,), ": "[", "dim=-1": "dim=-2",
                         "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": "outside, whole, inside = x.shape[:-2], x.shape[-2], x.shape[-1:]",
                         "inner = 1": "inner = x.shape[-1]"},
        "third_to_last": {"[(12,), (9, 14), ": "[", "dim=-1": "dim=-3",
                          "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": "outside, whole, inside = x.shape[:-3], x.shape[-3], x.shape[-2:]",
                          "inner = 1": "inner = x.shape[-2] * x.shape[-1]", "(2, 3, 5, 7), (2, 3, 40, 33)": "(2, 9, 5, 7), (2, 6, 40, 33)"},
        "first": {"dim=-1": "dim=0", "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": "outside, whole, inside = (), x.shape[0], x.shape[1:]",
                  "inner = 1": "inner = x.numel() // whole", "(3, 9, 10), (2, 3, 5, 7), (2, 3, 40, 33)": "(9, 3, 10), (7, 3, 5, 2), (8, 3, 40, 33)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
