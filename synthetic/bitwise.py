"""Bit by bit and in whole numbers, y = (x & z) | 16, for integers.

No cast here: integers stay integers of their own width, and wrap around as PyTorch's do. The same expression means
the same in both languages, so that a row of the tables changes both at once.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randint(-1000, 1000, shape, dtype=torch.int32),
            torch.randint(-1000, 1000, shape, dtype=torch.int32))


def bitwise_torch(x, z):
    y = x & z
    y = y | 16
    return y


@triton.jit
def bitwise_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    z = tl.load(z_ptr + offsets, mask=mask, other=0)
    y = x & z
    y = y | 16
    tl.store(y_ptr + offsets, y, mask=mask)


def bitwise_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    bitwise_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "or": {"x & z": "x | z"},
    "xor": {"x & z": "x ^ z"},
    "and_not": {"x & z": "x & ~z"},
    "nor": {"x & z": "~(x | z)"},
    "sum": {"x & z": "x + z"},
    "difference": {"x & z": "x - z"},
    "product": {"x & z": "x * z"},
    "mix": {"x & z": "(x ^ z) & 255"},
    "shift_xor": {"x & z": "(x << 3) ^ z"},
    "shift_right": {"x & z": "(x >> 2) + z"},
    "low_bits": {"x & z": "(x & 15) | (z & 240)"},
    "majority": {"x & z": "(x & z) | (x & 3) | (z & 3)"},
    "multiply_add": {"x & z": "x * 3 + z"},
    "twice": {"x & z": "2 * x - z"},
    "interleave": {"x & z": "(x << 8) | (z & 255)"},
    "gray": {"x & z": "x ^ (x >> 1) ^ z"},
    "shift_left_by": {"x & z": "x << (z & 7)"},
    "shift_right_by": {"x & z": "x >> (z & 7)"},
}

AXES = [
    {"long": {"torch.int32": "torch.int64"}},
    {
        "plain": {"y = y | 16": ""},
        "plus_1": {"y = y | 16": "y = y + 1"},
        "times_5": {"y = y | 16": "y = y * 5"},
        "inverted": {"y = y | 16": "y = ~y"},
        "shifted": {"y = y | 16": "y = y >> 1"},
        "parity": {"y = y | 16": "y = y & 1"},
        "from_7": {"y = y | 16": "y = 7 - y"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
