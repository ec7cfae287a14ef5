"""A number a channel, x (N, C, H, W) + z (C, 1, 1), or another join of the two, with one step after it.

An image is H * W elements long, so element i of x lies in channel i // (H * W) % C.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 7), (3, 33, 3, 3), (1, 4, 16, 16)]


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(C, 1, 1)


def broadcast_channel_torch(x, z):
    x = torch.add(x, z)
    x = torch.relu(x)
    return x


@triton.jit
def broadcast_channel_kernel(x_ptr, z_ptr, y_ptr, n_elements, C, HW, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // HW % C, mask=mask, other=0.0).to(tl.float32)
    x = x + z
    x = tl.maximum(x, 0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def broadcast_channel_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    broadcast_channel_kernel[grid](x, z, y, n_elements, x.shape[1], x.shape[2] * x.shape[3], BLOCK=1024)
    return y


AXES = [
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
