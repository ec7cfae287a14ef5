"""A moving average of weights, a = 0.999 a + 0.001 p.

Two loads, one store; the average decides how far the new weights may pull.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 1000), (2, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def ema_step_torch(a, p):
    a = 0.999 * a + 0.001 * p
    return a


@triton.jit
def ema_step_kernel(a_ptr, p_ptr, a_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a = tl.load(a_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    a = 0.999 * a + 0.001 * p
    tl.store(a_out_ptr + offsets, a, mask=mask)


def ema_step_triton(a, p):
    a = a.contiguous()
    p = p.contiguous()
    a_out = torch.empty_like(a)
    n_elements = a.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    ema_step_kernel[grid](a, p, a_out, n_elements, BLOCK=1024)
    return a_out


FAMILY = {
    "ema_09": {"0.999 * a + 0.001 * p": "0.9 * a + 0.1 * p"},
    "ema_095": {"0.999 * a + 0.001 * p": "0.95 * a + 0.05 * p"},
    "ema_099": {"0.999 * a + 0.001 * p": "0.99 * a + 0.01 * p"},
    "ema_0995": {"0.999 * a + 0.001 * p": "0.995 * a + 0.005 * p"},
    "ema_09999": {"0.999 * a + 0.001 * p": "0.9999 * a + 0.0001 * p"},
    "ema_05": {"0.999 * a + 0.001 * p": "0.5 * a + 0.5 * p"},
    "ema_075": {"0.999 * a + 0.001 * p": "0.75 * a + 0.25 * p"},
    "ema_08": {"0.999 * a + 0.001 * p": "0.8 * a + 0.2 * p"},
    "ema_06": {"0.999 * a + 0.001 * p": "0.6 * a + 0.4 * p"},
    "ema_03": {"0.999 * a + 0.001 * p": "0.3 * a + 0.7 * p"},
    "lerp_0001": {"0.999 * a + 0.001 * p": "a + 0.001 * (p - a)"},
    "lerp_001": {"0.999 * a + 0.001 * p": "a + 0.01 * (p - a)"},
    "lerp_005": {"0.999 * a + 0.001 * p": "a + 0.05 * (p - a)"},
    "lerp_01": {"0.999 * a + 0.001 * p": "a + 0.1 * (p - a)"},
    "lerp_02": {"0.999 * a + 0.001 * p": "a + 0.2 * (p - a)"},
    "lerp_025": {"0.999 * a + 0.001 * p": "a + 0.25 * (p - a)"},
    "lerp_05": {"0.999 * a + 0.001 * p": "a + 0.5 * (p - a)"},
    "minus_0001": {"0.999 * a + 0.001 * p": "a - 0.001 * (a - p)"},
    "minus_001": {"0.999 * a + 0.001 * p": "a - 0.01 * (a - p)"},
    "minus_01": {"0.999 * a + 0.001 * p": "a - 0.1 * (a - p)"},
    "minus_03": {"0.999 * a + 0.001 * p": "a - 0.3 * (a - p)"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
