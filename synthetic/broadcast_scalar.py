"""One number against a tensor, x (...) + z (1,), or another join of the two, with one step after it.

Every program loads the same single number once: a scalar load, which the arithmetic then spreads over the block.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(1)


def broadcast_scalar_torch(x, z):
    x = torch.add(x, z)
    x = torch.relu(x)
    return x


@triton.jit
def broadcast_scalar_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr).to(tl.float32)
    x = x + z
    x = tl.maximum(x, 0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def broadcast_scalar_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    broadcast_scalar_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


AXES = [
    {"number": {"torch.randn(1)": "torch.randn(())"}},
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
