"""Slices of different sizes that make up a tensor, each through a program of its own: the gate, the input and the step of a state space layer.

Seen from the dimension that is taken apart, a part of one outer place is a run of numbers in memory. One program takes BLOCK places
of the runs of all three parts, of one outer place: it reads what x has there once, and each result keeps its own width.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3), (3, 36), (2, 4, 7), (2, 3, 2, 15)]


def make(*shape):
    rest = shape[-1]
    whole = 14 + rest
    x = torch.randn(*shape[:-1], whole)
    b = torch.randn(rest)
    return x, b


def program_of_uneven_parts_torch(x, b):
    y, v, z = x.split([4, 10, x.shape[-1] - 14], dim=-1)
    y = F.silu(y)
    v = torch.relu(v)
    z = z + b
    z = torch.abs(z)
    return y, v, z


@triton.jit
def program_of_uneven_parts_kernel(x_ptr, b_ptr, y_ptr, v_ptr, z_ptr, whole, inner, BLOCK: tl.constexpr):
    outer = tl.program_id(0).to(tl.int64)
    inside = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x_ptr += outer * whole * inner
    rest = whole - 14

    y = tl.load(x_ptr + inside, mask=inside < 4 * inner, other=0.0).to(tl.float32)
    y = y * tl.sigmoid(y)
    tl.store(y_ptr + outer * 4 * inner + inside, y, mask=inside < 4 * inner)

    v = tl.load(x_ptr + 4 * inner + inside, mask=inside < 10 * inner, other=0.0).to(tl.float32)
    v = tl.maximum(v, 0.0)
    tl.store(v_ptr + outer * 10 * inner + inside, v, mask=inside < 10 * inner)

    b = tl.load(b_ptr + inside // inner, mask=inside < rest * inner, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + 14 * inner + inside, mask=inside < rest * inner, other=0.0).to(tl.float32)
    z = z + b
    z = tl.abs(z)
    tl.store(z_ptr + outer * rest * inner + inside, z, mask=inside < rest * inner)


def program_of_uneven_parts_triton(x, b):
    x, b = x.contiguous(), b.contiguous()
    dim = x.dim() - 1
    whole, inner, before, after = x.shape[dim], x.stride(dim), x.shape[:dim], x.shape[dim + 1:]
    y = torch.empty((*before, 4, *after), dtype=x.dtype, device=x.device)
    v = torch.empty((*before, 10, *after), dtype=x.dtype, device=x.device)
    z = torch.empty((*before, whole - 14, *after), dtype=x.dtype, device=x.device)
    grid = (before.numel(), triton.cdiv(max(4, 10, whole - 14) * inner, 256))
    program_of_uneven_parts_kernel[grid](x, b, y, v, z, whole, inner, BLOCK=256)
    return y, v, z


FAMILY = {   # widths of the first two parts, and both together
    "of": ({"[4, 10, ": "[{0}{1}, {2}{3}, ", "- 14": "- {4}{5}", "14 +": "{4}{5} +", "+ 14 *": "+ {4}{5} *", "+ 4 *": "+ {0}{1} *", "< 4 *": "< {0}{1} *",
            "< 10 *": "< {2}{3} *", "outer * 4 *": "outer * {0}{1} *", "outer * 10 *": "outer * {2}{3} *", "before, 4, ": "before, {0}{1}, ",
            "before, 10, ": "before, {2}{3}, ", "max(4, 10, ": "max({0}{1}, {2}{3}, "},
           "101626 121426 162440 241236 322052 401858 161834 204060 121830 284573 642084 181028 483482 222244 362561 501363"),
}

AXES = [
    {  # without a bias; then along the channels too
        "plain": {"    b = torch.randn(rest)\n": "", "return x, b": "return (x,)", "program_of_uneven_parts_torch(x, b)": "program_of_uneven_parts_torch(x)", "    z = z + b\n": "", "x_ptr, b_ptr, ": "x_ptr, ",
                  "program_of_uneven_parts_triton(x, b)": "program_of_uneven_parts_triton(x)", "x, b = x.contiguous(), b.contiguous()": "x = x.contiguous()", "(x, b, y": "(x, y",
                  "b = tl.load(b_ptr + inside // inner, mask=inside < rest * inner, other=0.0).to(tl.float32)": ""},
        "channels": {"    b = torch.randn(rest)\n": "", "return x, b": "return (x,)", "program_of_uneven_parts_torch(x, b)": "program_of_uneven_parts_torch(x)", "    z = z + b\n": "", "x_ptr, b_ptr, ": "x_ptr, ",
                     "program_of_uneven_parts_triton(x, b)": "program_of_uneven_parts_triton(x)", "x, b = x.contiguous(), b.contiguous()": "x = x.contiguous()", "(x, b, y": "(x, y",
                     "b = tl.load(b_ptr + inside // inner, mask=inside < rest * inner, other=0.0).to(tl.float32)": "",
                     "rest = shape[-1]": "rest = shape[1]", "*shape[:-1], whole": "shape[0], whole, *shape[2:]", "dim=-1": "dim=1", "x.shape[-1]": "x.shape[1]",
                     "dim = x.dim() - 1": "dim = 1", "(1, 3), (3, 36), (2, 4, 7)": "(1, 3, 2), (3, 5, 36), (2, 4, 7)"},
    },
    ("UNARY", "y = F.silu(y)", "y = y * tl.sigmoid(y)", "optional"),
    ("UNARY+SCALAR", "v = torch.relu(v)", "v = tl.maximum(v, 0.0)"),
    ("UNARY", "z = torch.abs(z)", "z = tl.abs(z)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
