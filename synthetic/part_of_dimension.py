"""A part of one dimension, y = x[..., 1:]: a slice with any start, end and step, or a single place.

Seen from that dimension, a tensor is (outer, whole, inner): place j of the part is place start + j * step of the whole.
"""
from harness import run

import math

import torch

import triton
import triton.language as tl

CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]


def make(*shape):
    return (torch.randn(shape),)


def part_of_dimension_torch(x):
    y = x[..., 1:]
    return y.contiguous()


@triton.jit
def part_of_dimension_kernel(x_ptr, y_ptr, n_elements, whole, inner, start, step, length, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    places = start + offsets // inner % length * step
    y = tl.load(x_ptr + (offsets // (inner * length) * whole + places) * inner + offsets % inner, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def part_of_dimension_triton(x):
    x = x.contiguous()
    outside, whole, inside = x.shape[:-1], x.shape[-1], ()
    inner = 1
    start, step, length = 1, 1, whole - 1
    y = torch.empty((*outside, length, *inside), dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    part_of_dimension_kernel[grid](x, y, n_elements, whole, inner, start, step, length, BLOCK=1024)
    return y


FAMILY = {
    "but_last": {"1:]": ":-1]", "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 1, whole - 1"},
    "even": {"1:]": "::2]", "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 2, (whole + 1) // 2"},
    "odd": {"1:]": "1::2]", "start, step, length = 1, 1, whole - 1": "start, step, length = 1, 2, whole // 2"},
    "third": {"1:]": "::3]", "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 3, (whole + 2) // 3"},
    "inner": {"1:]": "1:-1]", "start, step, length = 1, 1, whole - 1": "start, step, length = 1, 1, whole - 2"},
    "last_two": {"1:]": "-2:]", "start, step, length = 1, 1, whole - 1": "start, step, length = whole - 2, 1, 2"},
    "from_2": {"1:]": "2:]", "start, step, length = 1, 1, whole - 1": "start, step, length = 2, 1, whole - 2"},
    "but_two": {"1:]": ":-2]", "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 1, whole - 2"},
    "first": ({"1:]": ":{0}]", "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 1, {0}"}, "1 2 3"),
    "between": ({"1:]": "{0}:{1}]", "start, step, length = 1, 1, whole - 1": "start, step, length = {0}, 1, {1} - {0}"}, "25 13 24 35"),
    "at": ({"1:]": "{0}]",
            "start, step, length = 1, 1, whole - 1": "start, step, length = {0}, 1, 1",
            "(*outside, length, *inside)": "(*outside, *inside)"}, "0 1 2"),
    "at_last": {"1:]": "-1]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = whole - 1, 1, 1",
                "(*outside, length, *inside)": "(*outside, *inside)"},
}

AXES = [
    {  # which dimension
        "first": {
            "CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]": "CASES = [(7, 4), (9, 2, 3), (8, 2, 3, 2), (6, 2, 3, 2, 2)]",
            "x[..., ": "x[",
            "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": "outside, whole, inside = (), x.shape[0], x.shape[1:]",
            "inner = 1": "inner = math.prod(inside)"},
        "second": {
            "CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]": "CASES = [(2, 9, 3), (2, 8, 3, 2), (2, 6, 3, 2, 2)]",
            "x[..., ": "x[:, ",
            "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": "outside, whole, inside = x.shape[:1], x.shape[1], x.shape[2:]",
            "inner = 1": "inner = math.prod(inside)"},
        "third": {
            "CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]": "CASES = [(2, 3, 8, 4), (2, 3, 6, 2, 2)]", "x[..., ": "x[:, :, ",
            "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": "outside, whole, inside = x.shape[:2], x.shape[2], x.shape[3:]",
            "inner = 1": "inner = math.prod(inside)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
