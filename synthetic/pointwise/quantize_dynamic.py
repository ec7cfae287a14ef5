"""Quantisation to 8 bits with the scale that each row asks for: scale = max|x| / 127, q = round(x / scale).

One program a row, two loops over its tiles: the first finds the largest magnitude, the second quantises. The
second reads what the first has just brought into the cache.
"""

import torch

import triton
import triton.language as tl

from python_to_triton.verification.exemplar import run

CASES = [(1, 1), (3, 33), (7, 1000), (2, 2500)]


def make(N, C):
    return (torch.randn(N, C),)


def quantize_dynamic_torch(x):
    scale = x.abs().amax(dim=-1, keepdim=True).clamp(min=1e-8) / 127.0
    q = torch.clamp(torch.round(x / scale), -127, 127).to(torch.int8)
    return q, scale


@triton.jit
def round_half_even(x):
    """The nearest whole number; exactly halfway, the even one, as torch.round does."""
    low = tl.floor(x)
    fraction = x - low
    low_is_odd = low - 2.0 * tl.floor(low * 0.5) == 1.0
    return tl.where((fraction > 0.5) | ((fraction == 0.5) & low_is_odd), low + 1.0, low)


@triton.jit
def quantize_dynamic_kernel(x_ptr, q_ptr, scale_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    peak = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=0.0).to(tl.float32)
        peak = tl.maximum(peak, tl.abs(x))
    scale = tl.div_rn(tl.maximum(tl.max(peak, axis=0), 1e-8), 127.0)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        q = round_half_even(tl.div_rn(x, scale))
        q = tl.minimum(tl.maximum(q, -127.0), 127.0)
        tl.store(q_ptr + row * C + column, q.to(tl.int8), mask=mask)
    tl.store(scale_ptr + row, scale)


def quantize_dynamic_triton(x):
    x = x.contiguous()
    N, C = x.shape
    q = torch.empty((N, C), dtype=torch.int8, device=x.device)
    scale = torch.empty((N, 1), dtype=x.dtype, device=x.device)
    quantize_dynamic_kernel[(N,)](x, q, scale, C, BLOCK=1024)
    return q, scale


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
