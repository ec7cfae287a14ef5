"""One function of one tensor of integers, y = x + 1, whose result is of integers, floating-point numbers or bools.

Integers stay integers of their own width until somebody asks for something else. Triton's remainder has the sign of the
dividend, Python's that of the divisor.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return ((4.0 * torch.randn(shape)).long(),)


def single_of_integers_torch(x):
    y = torch.add(x, 1)
    return y


@triton.jit
def single_of_integers_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    y = x + 1
    tl.store(y_ptr + offsets, y, mask=mask)


def single_of_integers_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x, dtype=x.dtype)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    single_of_integers_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "add_2": {"torch.add(x, 1)": "x + 2", "y = x + 1": "y = x + 2"},
    "sub": {"torch.add(x, 1)": "x - 1", "y = x + 1": "y = x - 1"},
    "mul": {"torch.add(x, 1)": "x * 2", "y = x + 1": "y = x * 2"},
    "mul_3": {"torch.add(x, 1)": "x * 3", "y = x + 1": "y = x * 3"},
    "neg": {"torch.add(x, 1)": "-x", "y = x + 1": "y = -x"},
    "abs": {"torch.add(x, 1)": "torch.abs(x)", "y = x + 1": "y = tl.abs(x)"},
    "clamp": {"torch.add(x, 1)": "x.clamp(0, 5)", "y = x + 1": "y = tl.minimum(tl.maximum(x, 0), 5)"},
    "clamp_low": {"torch.add(x, 1)": "x.clamp(min=0)", "y = x + 1": "y = tl.maximum(x, 0)"},
    "shift_left": {"torch.add(x, 1)": "x << 2", "y = x + 1": "y = x << 2"},
    "shift_right": {"torch.add(x, 1)": "x >> 1", "y = x + 1": "y = x >> 1"},
    "not": {"torch.add(x, 1)": "~x", "y = x + 1": "y = ~x"},
    "and": {"torch.add(x, 1)": "x & 3", "y = x + 1": "y = x & 3"},
    "or": {"torch.add(x, 1)": "x | 3", "y = x + 1": "y = x | 3"},
    "xor": {"torch.add(x, 1)": "x ^ 3", "y = x + 1": "y = x ^ 3"},
    "remainder": {"torch.add(x, 1)": "x % 3", "y = x + 1": "y = (x % 3 + 3) % 3"},
    "halves": {"torch.add(x, 1)": "x // 2", "y = x + 1": "y = x >> 1"},
    "thirds": {"torch.add(x, 1)": "x // 3", "y = x + 1": "y = (x - (x % 3 + 3) % 3) // 3"},
    "float": {"torch.add(x, 1)": "x.float()", "y = x + 1": "y = x.to(tl.float32)", "dtype=x.dtype": "dtype=torch.float32"},
    "half": {"torch.add(x, 1)": "x * 0.5", "y = x + 1": "y = x.to(tl.float32) * 0.5", "dtype=x.dtype": "dtype=torch.float32"},
    "quarter": {"torch.add(x, 1)": "x / 4", "y = x + 1": "y = x.to(tl.float32) / 4.0", "dtype=x.dtype": "dtype=torch.float32"},
    "tenth": {"torch.add(x, 1)": "x / 10", "y = x + 1": "y = x.to(tl.float32) / 10.0", "dtype=x.dtype": "dtype=torch.float32"},
    "gt": {"torch.add(x, 1)": "x > 3", "y = x + 1": "y = x > 3", "dtype=x.dtype": "dtype=torch.bool"},
    "ge": {"torch.add(x, 1)": "x >= 0", "y = x + 1": "y = x >= 0", "dtype=x.dtype": "dtype=torch.bool"},
    "lt": {"torch.add(x, 1)": "x < 2", "y = x + 1": "y = x < 2", "dtype=x.dtype": "dtype=torch.bool"},
    "eq": {"torch.add(x, 1)": "x == 3", "y = x + 1": "y = x == 3", "dtype=x.dtype": "dtype=torch.bool"},
    "ne": {"torch.add(x, 1)": "x != 0", "y = x + 1": "y = x != 0", "dtype=x.dtype": "dtype=torch.bool"},
    "eq_0": {"torch.add(x, 1)": "x == 0", "y = x + 1": "y = x == 0", "dtype=x.dtype": "dtype=torch.bool"},
    "bool": {"torch.add(x, 1)": "x.bool()", "y = x + 1": "y = x != 0", "dtype=x.dtype": "dtype=torch.bool"},
    "positive": {"torch.add(x, 1)": "(x > 0).float()", "y = x + 1": "y = tl.where(x > 0, 1.0, 0.0)", "dtype=x.dtype": "dtype=torch.float32"},
    "nonzero": {"torch.add(x, 1)": "(x != 0).float()", "y = x + 1": "y = tl.where(x != 0, 1.0, 0.0)", "dtype=x.dtype": "dtype=torch.float32"},
    "fill": {"torch.add(x, 1)": "x.masked_fill(x < 0, 0)", "y = x + 1": "y = tl.maximum(x, 0)"},
}

AXES = [
    {"int32": {".long()": ".int()"}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
