"""One half of the channels gated by the other, then a second tensor, y = x[:, :C] sigmoid(x[:, C:]) + z: a gated residual block.

An index of y is split at the channels, as in channel_glu.py: what stands before them is twice as long in x. z has the places
of y, or a number for each channel.
"""
from harness import run

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


FAMILY = {
    "channel": {
        "z = torch.randn(shape)": "z = torch.randn(shape[1:2] + (1,) * (len(shape) - 2))", "z_ptr + offsets": "z_ptr + offsets // n_places % n_channels",
        "n_elements, half, BLOCK: tl": "n_elements, half, n_channels, n_places, BLOCK: tl", "y.numel(), half, BLOCK": "y.numel(), half, n_channels, n_places, BLOCK",
        "half = x.numel() // x.shape[0] // 2": "half = x.numel() // x.shape[0] // 2\nn_channels = x.shape[1] // 2\nn_places = half // n_channels",
    },
    "written": {"y = F.glu(x, dim=1)": "x, gate = x.chunk(2, dim=1)\ny = x * torch.sigmoid(gate)"},
    "gated_tanh": {"y = F.glu(x, dim=1)": "x, gate = x.chunk(2, dim=1)\ny = torch.tanh(x) * torch.sigmoid(gate)",
                   "y = x * tl.sigmoid(gate)": "t = -2.0 * tl.abs(x)\n"
                                               "u = tl.exp(t)\n"
                                               "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                                               "t = -t / (t + 2.0)\n"
                                               "x = tl.where(x < 0.0, -t, t)\n"
                                               "y = x * tl.sigmoid(gate)"},
}

AXES = [
    {"first": {"channel_glu_joins_torch(x, z)": "channel_glu_joins_torch(z, x)", "channel_glu_joins_triton(x, z)": "channel_glu_joins_triton(z, x)",
               "return torch.randn(shape[0], 2 * shape[1], *shape[2:]), z": "return z, torch.randn(shape[0], 2 * shape[1], *shape[2:])"}},
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
