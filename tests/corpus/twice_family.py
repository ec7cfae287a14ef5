"""A family of six variants, small enough to read: y = 2 * x."""

from corpus.composition import code_of_exemplar
from corpus.family import Family

PAIR = '''"""Twice, y = 2 * x."""
from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 5)]


def make(*shape):
    return (torch.randn(shape),)


def twice_torch(x):
    """In PyTorch."""
    y = 2.0 * x
    return y


@triton.jit
def twice_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    # a block a program
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0)
    y = 2.0 * x
    tl.store(y_ptr + at, y, mask=at < n)


def twice_triton(x):
    y = torch.empty_like(x)
    twice_kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), BLOCK=64)
    return y


def main():
    return run(globals())
'''

TABLES = {
    "FAMILY": {"thrice": {"2.0 * x": "3.0 * x"}, "half": {"2.0 * x": "0.5 * x"}},
    "AXES": [{"wide": {"64": "128"}}],
}


def family(text=PAIR, tables=TABLES):
    """The family, or one of another text or other tables."""
    return Family("twice", code_of_exemplar(text), tables)
