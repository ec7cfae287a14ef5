"""One sample against a whole batch, x (N, ...) + z (1, ...), or another join of the two, with one step after it.

The sample has S elements, the batch N * S: element i of x meets element i % S of z.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (7, 150), (4, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(1, *shape[1:])


def broadcast_batch_torch(x, z):
    x = torch.relu(x)
    x = torch.add(x, z)
    return x


@triton.jit
def broadcast_batch_kernel(x_ptr, z_ptr, y_ptr, n_elements, S, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets % S, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = x + z
    tl.store(y_ptr + offsets, x, mask=mask)


def broadcast_batch_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    broadcast_batch_kernel[grid](x, z, y, n_elements, z.numel(), BLOCK=1024)
    return y


AXES = [
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
