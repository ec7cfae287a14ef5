"""A program of single operations on the two halves of the channels, (N, 2C, ...) to (N, C, ...).

Half a sample lies together in memory: element i of y is made from element i % half of sample i // half and from the
one that lies half a sample further. The halves are never copied apart.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1), (2, 6, 33), (3, 8, 5, 7), (2, 4, 100), (2, 6, 3, 4, 5)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_channel_halves_torch(x):
    x, z = x.chunk(2, dim=1)
    x = torch.sub(x, z)
    return x


@triton.jit
def program_of_channel_halves_kernel(x_ptr, y_ptr, n_elements, half, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets // half * (2 * half) + offsets % half

    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + first + half, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_channel_halves_triton(x):
    x = x.contiguous()
    half = x.numel() // x.shape[0] // 2
    y = torch.empty((x.shape[0], x.shape[1] // 2) + x.shape[2:], dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_channel_halves_kernel[grid](x, y, y.numel(), half, BLOCK=1024)
    return y


AXES = [
    {
        "first": {"x, z = x.chunk(2, dim=1)": "z, x = x.chunk(2, dim=1)",
                  "x_ptr + first, mask": "x_ptr + first + half, mask",
                  "x_ptr + first + half, mask": "x_ptr + first, mask"},
        "slices": {"x, z = x.chunk(2, dim=1)": "x, z = x[:, :x.shape[1] // 2], x[:, x.shape[1] // 2:]"},
    },
    ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
