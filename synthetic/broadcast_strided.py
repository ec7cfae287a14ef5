"""Two tensors that stretch each other, x (A, 1, C) + z (B, 1) -> y (A, B, C), with one step after it.

`expand` makes no copy: a stretched dimension has stride 0, so that every step along it lands on the same element. The
kernel takes the strides as they are and needs to know nothing about which dimensions were stretched.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 4, 33), (2, 7, 100), (4, 5, 17)]


def make(A, B, C):
    return torch.randn(A, 1, C), torch.randn(B, 1)


def broadcast_strided_torch(x, z):
    x = torch.add(x, z)
    x = torch.relu(x)
    return x


@triton.jit
def broadcast_strided_kernel(x_ptr, z_ptr, y_ptr, n_elements, B, C, x_a, x_b, x_c, z_a, z_b, z_c, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a, b, c = offsets // (B * C), offsets // C % B, offsets % C
    x = tl.load(x_ptr + a * x_a + b * x_b + c * x_c, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + a * z_a + b * z_b + c * z_c, mask=mask, other=0.0).to(tl.float32)
    x = x + z
    x = tl.maximum(x, 0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def broadcast_strided_triton(x, z):
    A, B, C = x.shape[0], z.shape[0], x.shape[2]
    x, z = x.expand(A, B, C), z.expand(A, B, C)
    y = torch.empty((A, B, C), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    broadcast_strided_kernel[grid](x, z, y, y.numel(), B, C, *x.stride(), *z.stride(), BLOCK=1024)
    return y


AXES = [
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
