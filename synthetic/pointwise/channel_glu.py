"""Gated linear unit over the channels, y = a * f(b) for the two halves a, b of dimension 1 of x (N, 2C, ...).

Within one sample the first half of the channels is one contiguous run of `half` elements and the second half
follows it, so that the kernel sees N rows of two runs and need not know the shape.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1), (2, 6, 33), (3, 8, 5, 7), (2, 4, 100)]


def make(*shape):
    return (torch.randn(shape),)


def channel_glu_torch(x):
    x, z = x.chunk(2, dim=1)
    z = torch.sigmoid(z)
    return x * z


@triton.jit
def channel_glu_kernel(x_ptr, y_ptr, n_elements, half, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets // half * (2 * half) + offsets % half
    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + first + half, mask=mask, other=0.0).to(tl.float32)
    z = tl.sigmoid(z)
    y = x * z
    tl.store(y_ptr + offsets, y, mask=mask)


def channel_glu_triton(x):
    x = x.contiguous()
    half = x.numel() // x.shape[0] // 2
    y = torch.empty((x.shape[0], x.shape[1] // 2) + x.shape[2:], dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    channel_glu_kernel[grid](x, y, y.numel(), half, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
