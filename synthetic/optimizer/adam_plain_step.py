"""One step of Adam without the correction of the bias: p -= lr * m / (sqrt(v) + eps).

The state is returned as new tensors: a step that fails halfway leaves the old state whole. One pass reads
each tensor once, where PyTorch's separate operations read them many times.
"""

import torch

import triton
import triton.language as tl

from python_to_triton.verification.exemplar import run

CASES = [(1, 1), (3, 33), (2, 1000), (2, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape), torch.randn(shape) ** 2


def adam_plain_step_torch(p, g, m, v):
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    p = p - 1e-3 * m / (torch.sqrt(v) + 1e-8)
    return p, m, v


@triton.jit
def adam_plain_step_kernel(p_ptr, g_ptr, m_ptr, v_ptr, p_out_ptr, m_out_ptr, v_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    p = p - 1e-3 * m / (tl.sqrt(v) + 1e-8)
    tl.store(p_out_ptr + offsets, p, mask=mask)
    tl.store(m_out_ptr + offsets, m, mask=mask)
    tl.store(v_out_ptr + offsets, v, mask=mask)


def adam_plain_step_triton(p, g, m, v):
    p = p.contiguous()
    g = g.contiguous()
    m = m.contiguous()
    v = v.contiguous()
    p_out, m_out, v_out = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v)
    n_elements = p.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    adam_plain_step_kernel[grid](p, g, m, v, p_out, m_out, v_out, n_elements, BLOCK=1024)
    return p_out, m_out, v_out


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
