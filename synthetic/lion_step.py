"""One step of Lion: the sign of a mixture of m and g says the direction, lr alone the length.

The state is returned as new tensors: a step that fails halfway leaves the old state whole. One pass reads each tensor
once, where PyTorch's separate operations read them many times.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 1000), (2, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape)


def lion_step_torch(p, g, m):
    step = torch.sign(0.9 * m + 0.1 * g)
    p = p - 1e-3 * (step + 0.01 * p)
    m = 0.99 * m + 0.01 * g
    return p, m


@triton.jit
def lion_step_kernel(p_ptr, g_ptr, m_ptr, p_out_ptr, m_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    mixed = 0.9 * m + 0.1 * g
    step = tl.where(mixed > 0.0, 1.0, 0.0) - tl.where(mixed < 0.0, 1.0, 0.0)
    p = p - 1e-3 * (step + 0.01 * p)
    m = 0.99 * m + 0.01 * g
    tl.store(p_out_ptr + offsets, p, mask=mask)
    tl.store(m_out_ptr + offsets, m, mask=mask)


def lion_step_triton(p, g, m):
    p = p.contiguous()
    g = g.contiguous()
    m = m.contiguous()
    p_out, m_out = torch.empty_like(p), torch.empty_like(m)
    n_elements = p.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    lion_step_kernel[grid](p, g, m, p_out, m_out, n_elements, BLOCK=1024)
    return p_out, m_out


AXES = [
    {
        "lr_1e_4": {"1e-3": "1e-4"},
        "lr_3e_4": {"1e-3": "3e-4"},
        "lr_5e_4": {"1e-3": "5e-4"},
        "lr_2e_3": {"1e-3": "2e-3"},
        "lr_001": {"1e-3": "0.01"},
        "lr_005": {"1e-3": "0.05"},
        "lr_01": {"1e-3": "0.1"},
    },
    {
        "decay_01": {"0.01 * p": "0.1 * p"},
        "decay_005": {"0.01 * p": "0.05 * p"},
        "decay_002": {"0.01 * p": "0.02 * p"},
        "decay_02": {"0.01 * p": "0.2 * p"},
    },
    {
        "fast": {"0.99 * m + 0.01 * g": "0.98 * m + 0.02 * g"},
        "faster": {"0.99 * m + 0.01 * g": "0.95 * m + 0.05 * g"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
