"""A tensor rolled along one dimension, and what a second tensor that stays makes of it: stencils on a torus, one neighbour after another.

Nothing is moved: each place of y reads the place of x that is rolled there.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(3, 2), (5, 33), (7, 3, 20), (5, 3, 2, 9)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def roll_joins_torch(x, z):
    x = torch.roll(x, 1, -1)
    x = torch.sub(x, z)
    return x


@triton.jit
def roll_joins_kernel(x_ptr, z_ptr, y_ptr, n_elements, size, inner, shift, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    place = offsets // inner % size
    rolled = offsets + ((place + size - shift) % size - place) * inner
    x = tl.load(x_ptr + rolled, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)


def roll_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    size, inner = x.shape[-1], x.stride(-1)
    shift = 1 % size
    grid = (triton.cdiv(x.numel(), 1024),)
    roll_joins_kernel[grid](x, z, y, x.numel(), size, inner, shift, BLOCK=1024)
    return y


FAMILY = {
    "two": {"(x, 1, -1)": "(x, 2, -1)", "shift = 1": "shift = 2"},
    "back": {"(x, 1, -1)": "(x, -1, -1)", "shift = 1": "shift = -1"},
    "back_two": {"(x, 1, -1)": "(x, -2, -1)", "shift = 1": "shift = -2"},
    "rows": {"(x, 1, -1)": "(x, 1, -2)", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)"},
    "rows_back": {"(x, 1, -1)": "(x, -1, -2)", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)", "shift = 1": "shift = -1"},
    "first": {"(x, 1, -1)": "(x, 1, 0)", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)"},
    "first_back": {"(x, 1, -1)": "(x, -1, 0)", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)", "shift = 1": "shift = -1"},
}

AXES = [
    {  # the shape of z, or x itself as well
        "row": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(shape[-1])", "z_ptr + offsets, ": "z_ptr + offsets % N, ",
                "n_elements, size": "n_elements, N, size", "y, x.numel(), size": "y, x.numel(), x.shape[-1], size"},
        "one": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(1)",
                "tl.load(z_ptr + offsets, mask=mask, other=0.0)": "tl.load(z_ptr)"},
    },
    ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
