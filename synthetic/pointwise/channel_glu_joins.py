"""One half of the channels gated by the other, then a second tensor, y = x[:, :C] sigmoid(x[:, C:]) + z: a
gated residual block.

An index of y is split at the channels, as in channel_glu.py: what stands before them is twice as long in x. z
has the places of y, or a number for each channel.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 3, 5), (3, 7, 33), (2, 3, 4, 5), (2, 2, 3, 4, 5)]


def make(*shape):
    z = torch.randn(shape)
    return torch.randn(shape[0], 2 * shape[1], *shape[2:]), z


def channel_glu_joins_torch(x, z):
    y = F.glu(x, dim=1)
    y = torch.abs(y)
    y = y + z
    y = torch.relu(y)
    y = y * 0.5
    return y


@triton.jit
def channel_glu_joins_kernel(x_ptr, z_ptr, y_ptr, n_elements, half, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets // half * (2 * half) + offsets % half
    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)
    gate = tl.load(x_ptr + first + half, mask=mask, other=0.0).to(tl.float32)
    y = x * tl.sigmoid(gate)
    y = tl.abs(y)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    y = tl.maximum(y, 0.0)
    y = 0.5 * y
    tl.store(y_ptr + offsets, y, mask=mask)


def channel_glu_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    half = x.numel() // x.shape[0] // 2
    y = x.new_empty((x.shape[0], x.shape[1] // 2) + x.shape[2:])
    grid = (triton.cdiv(y.numel(), 1024),)
    channel_glu_joins_kernel[grid](x, z, y, y.numel(), half, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
