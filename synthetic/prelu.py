"""Leaky ReLU with a learnt slope a channel, y = max(x, 0) + slope[c] * min(x, 0).

The channel is dimension 1. Whatever the rank, an element at offset i lies in channel (i // n_inner) % channels, with n_inner
the product of the sizes behind the channels.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 2, 9), (2, 2, 40, 30)]


def make(*shape):
    return torch.randn(shape), torch.rand(shape[1])


def prelu_torch(x, slope):
    x = torch.sin(x)
    y = F.prelu(x, slope)
    y = torch.cos(y)
    return y


@triton.jit
def prelu_kernel(x_ptr, slope_ptr, y_ptr, n_elements, channels, n_inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    slope = tl.load(slope_ptr + (offsets // n_inner) % channels, mask=mask, other=0.0).to(tl.float32)
    x = tl.sin(x)
    y = tl.where(x > 0.0, x, slope * x)
    y = tl.cos(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def prelu_triton(x, slope):
    x = x.contiguous()
    n_elements, channels = x.numel(), x.shape[1]
    n_inner = n_elements // (x.shape[0] * channels)
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_elements, 1024),)
    prelu_kernel[grid](x, slope, y, n_elements, channels, n_inner, BLOCK=1024)
    return y


FAMILY = {
    "prelu_one": {
        "torch.rand(shape[1])": "torch.rand(1)",
        "n_elements, channels, n_inner, BLOCK": "n_elements, BLOCK",
        "tl.load(slope_ptr + (offsets // n_inner) % channels, mask=mask, other=0.0)": "tl.load(slope_ptr)",
        "n_elements, channels = x.numel(), x.shape[1]": "n_elements = x.numel()",
        "n_inner = n_elements // (x.shape[0] * channels)": "",
    },
}

AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.cos(y)", "y = tl.cos(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
