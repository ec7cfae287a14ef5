"""A chain in which a tensor meets a channel's weight, a second tensor of its own shape and its own earlier
value.

What a chain needs again later stays in registers: v is the value after the weight, used once more at the end.
The weight of an element is that of its channel, found by dividing its offset by the size of a plane.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(N, C, H, W)


def chain_of_broadcasts_torch(x, b, z):
    x = torch.relu(x)
    x = x + b
    v = x
    x = torch.sigmoid(x)
    x = torch.add(x, z)
    x = x * 0.5
    x = x + v
    x = torch.abs(x)
    return x


@triton.jit
def chain_of_broadcasts_kernel(x_ptr, b_ptr, z_ptr, y_ptr, n_elements, channels, plane_size, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + offsets // plane_size % channels, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = b + x
    v = x
    x = tl.sigmoid(x)
    x = z + x
    x = 0.5 * x
    x = v + x
    x = tl.abs(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def chain_of_broadcasts_triton(x, b, z):
    x, b, z = x.contiguous(), b.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    n_elements, channels, plane_size = x.numel(), x.shape[1], x.shape[2] * x.shape[3]
    grid = (triton.cdiv(n_elements, 1024),)
    chain_of_broadcasts_kernel[grid](x, b, z, y, n_elements, channels, plane_size, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
