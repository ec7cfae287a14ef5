"""Cyclic shift along two dimensions at once, y[..., p, ..., q, ...] = x[..., (p - shift_p) mod size_p, ..., (q - shift_q) mod size_q, ...].

One program takes BLOCK consecutive outputs. x and y lie alike in memory, so the rank does not matter: a dimension's stride and size
give the place of an offset in it, and the source is as many strides away as the shift moves that place.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(3, 5), (2, 3, 33), (2, 5, 4, 7), (2, 3, 5, 4, 6)]


def make(*shape):
    return (torch.randn(shape),)


def roll_dims_torch(x):
    x = torch.relu(x)
    y = torch.roll(x, shifts=(1, 2), dims=(-2, -1))
    y = torch.sigmoid(y)
    return y


@triton.jit
def roll_dims_kernel(x_ptr, y_ptr, n_elements, size_p, size_q, stride_p, stride_q, shift_p, shift_q, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = offsets // stride_p % size_p
    q = offsets // stride_q % size_q
    from_p = (p + size_p - shift_p) % size_p
    from_q = (q + size_q - shift_q) % size_q
    source = offsets + (from_p - p) * stride_p + (from_q - q) * stride_q
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def roll_dims_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size_p, size_q = x.shape[-2], x.shape[-1]
    stride_p, stride_q = x.stride(-2), x.stride(-1)
    shift_p, shift_q = 1 % size_p, 2 % size_q   # in [0, size), so that the kernel takes no remainder of a negative number
    grid = (triton.cdiv(x.numel(), 1024),)
    roll_dims_kernel[grid](x, y, x.numel(), size_p, size_q, stride_p, stride_q, shift_p, shift_q, BLOCK=1024)
    return y


AXES = [
    {
        "of": ({"(-2, -1)": "(-{0}, -{1})", "x.shape[-2], x.shape[-1]": "x.shape[-{0}], x.shape[-{1}]",
                "x.stride(-2), x.stride(-1)": "x.stride(-{0}), x.stride(-{1})", "[(3, 5), ": "["}, "32 31"),
        "far": ({"(-2, -1)": "(-{0}, -{1})", "x.shape[-2], x.shape[-1]": "x.shape[-{0}], x.shape[-{1}]",
                 "x.stride(-2), x.stride(-1)": "x.stride(-{0}), x.stride(-{1})", "[(3, 5), (2, 3, 33), ": "[(5, 2, 3, 9), "}, "43 42 41"),
        "five": ({"(-2, -1)": "(-{0}, -{1})", "x.shape[-2], x.shape[-1]": "x.shape[-{0}], x.shape[-{1}]",
                  "x.stride(-2), x.stride(-1)": "x.stride(-{0}), x.stride(-{1})",
                  "[(3, 5), (2, 3, 33), (2, 5, 4, 7), (2, 3, 5, 4, 6)]": "[(1, 2, 3, 2, 2), (3, 4, 5, 2, 6)]"}, "54 53 52 51"),
    },
    {
        "by": ({"(1, 2)": "({0}, {1})", "1 % size_p, 2 % size_q": "{0} % size_p, {1} % size_q"}, "11 22 33 44 55 88 21 13 31 23 32 41 24 35"),
        "back": ({"(1, 2)": "(-{0}, -{1})", "1 % size_p, 2 % size_q": "-{0} % size_p, -{1} % size_q"}, "11 22 33 44 55 77 88 12 21 13 32 24 43"),
        "forth": ({"(1, 2)": "({0}, -{1})", "1 % size_p, 2 % size_q": "{0} % size_p, -{1} % size_q"}, "11 12 21 22 33 13 31 44 52"),
        "and_back": ({"(1, 2)": "(-{0}, {1})", "1 % size_p, 2 % size_q": "-{0} % size_p, {1} % size_q"}, "11 12 21 22 33 13 31 44 25"),
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
