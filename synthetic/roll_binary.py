"""A tensor meets its own cyclic shift, y = x + roll(x).

One program takes BLOCK consecutive outputs and loads x twice: at its own place, and at the place that rolls onto it.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (27, 40)]


def make(*shape):
    return (torch.randn(shape),)


def roll_binary_torch(x):
    z = torch.roll(x, shifts=1, dims=1)
    y = x
    y = y + z
    y = torch.sigmoid(y)
    return y


@triton.jit
def roll_binary_kernel(x_ptr, y_ptr, n_elements, size, inner, shift, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (size * inner)
    place = offsets // inner % size
    rolled = (outer * size + (place + size - shift) % size) * inner + offsets % inner
    z = tl.load(x_ptr + rolled, mask=mask, other=0.0).to(tl.float32)
    y = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def roll_binary_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size, inner = x.shape[1], x.stride(1)
    shift = 1 % size
    grid = (triton.cdiv(x.numel(), 1024),)
    roll_binary_kernel[grid](x, y, x.numel(), size, inner, shift, BLOCK=1024)
    return y


FAMILY = {
    "roll_binary_dim0": {"CASES = [(1, 2), (3, 33), (27, 40)]": "CASES = [(2, 1), (33, 3), (27, 40)]", "dims=1": "dims=0",
                         "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
    "roll_binary3d": {"CASES = [(1, 2), (3, 33), (27, 40)]": "CASES = [(1, 2, 1), (2, 33, 3), (5, 20, 7)]"},
    "roll_binary3d_last": {"CASES = [(1, 2), (3, 33), (27, 40)]": "CASES = [(1, 2, 3), (2, 5, 33), (5, 7, 20)]", "dims=1": "dims=2",
                           "x.shape[1], x.stride(1)": "x.shape[2], 1"},
}

AXES = [
    {
        "by2": {"shifts=1": "shifts=2", "shift = 1": "shift = 2"},
        "by3": {"shifts=1": "shifts=3", "shift = 1": "shift = 3"},
        "back1": {"shifts=1": "shifts=-1", "shift = 1": "shift = -1"},
        "back4": {"shifts=1": "shifts=-4", "shift = 1": "shift = -4"},
    },
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
