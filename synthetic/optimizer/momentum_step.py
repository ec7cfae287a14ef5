"""One step of SGD with momentum, m = 0.9 m + g, p -= lr * m.

The state is returned as new tensors: a step that fails halfway leaves the old state whole. One pass reads
each tensor once, where PyTorch's separate operations read them many times.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 1000), (2, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape)


def momentum_step_torch(p, g, m):
    m = 0.9 * m + g
    p = p - 1e-3 * m
    return p, m


@triton.jit
def momentum_step_kernel(p_ptr, g_ptr, m_ptr, p_out_ptr, m_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    m = 0.9 * m + g
    p = p - 1e-3 * m
    tl.store(p_out_ptr + offsets, p, mask=mask)
    tl.store(m_out_ptr + offsets, m, mask=mask)


def momentum_step_triton(p, g, m):
    p = p.contiguous()
    g = g.contiguous()
    m = m.contiguous()
    p_out, m_out = torch.empty_like(p), torch.empty_like(m)
    n_elements = p.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    momentum_step_kernel[grid](p, g, m, p_out, m_out, n_elements, BLOCK=1024)
    return p_out, m_out


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
