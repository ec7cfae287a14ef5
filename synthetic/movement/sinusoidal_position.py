"""Sinusoidal positions added, y[b, t, c] = x[b, t, c] + sin(t w_c) for the first half of the channels, cos(t
w_c) for the rest.

One program takes BLOCK consecutive outputs and computes the wave of each: w_c = 10000^(-c / half), c counted
in its half.
"""

import math

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2), (2, 7, 34), (1, 20, 48)]


def make(*shape):
    return (torch.randn(shape),)


def sinusoidal_position_torch(x):
    x = torch.relu(x)
    half = x.shape[2] // 2
    rate = torch.exp(torch.arange(half, device=x.device, dtype=x.dtype) * (-math.log(10000.0) / half))
    angle = torch.arange(x.shape[1], device=x.device, dtype=x.dtype).unsqueeze(1) * rate
    y = x + torch.cat([torch.sin(angle), torch.cos(angle)], dim=-1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def sinusoidal_position_kernel(x_ptr, y_ptr, n_elements, time, half, log_rate, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    channel = offsets % (2 * half)
    place = offsets // (2 * half) % time
    angle = place.to(tl.float32) * tl.exp((channel % half).to(tl.float32) * log_rate)
    wave = tl.where(channel < half, tl.sin(angle), tl.cos(angle))
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = x + wave
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def sinusoidal_position_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    batch, time, width = x.shape
    half = width // 2
    grid = (triton.cdiv(y.numel(), 1024),)
    sinusoidal_position_kernel[grid](x, y, y.numel(), time, half, -math.log(10000.0) / half, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
