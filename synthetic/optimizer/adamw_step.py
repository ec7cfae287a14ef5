"""One step of AdamW: as Adam, and p shrinks by lr * decay * p apart from the gradient.

The state is returned as new tensors: a step that fails halfway leaves the old state whole. The corrections of
the bias, 1 - beta^t, are numbers of the step and not of the element; this is step 10.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 1000), (2, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape), torch.randn(shape) ** 2


def adamw_step_torch(p, g, m, v):
    p = p - 1e-3 * (0.01 * p)
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    m_hat = m / 0.6513215599
    v_hat = v / 0.00995511979025188
    p = p - 1e-3 * m_hat / (torch.sqrt(v_hat) + 1e-8)
    return p, m, v


@triton.jit
def adamw_step_kernel(p_ptr, g_ptr, m_ptr, v_ptr, p_out_ptr, m_out_ptr, v_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    p = p - 1e-3 * (0.01 * p)
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    m_hat = m / 0.6513215599
    v_hat = v / 0.00995511979025188
    p = p - 1e-3 * m_hat / (tl.sqrt(v_hat) + 1e-8)
    tl.store(p_out_ptr + offsets, p, mask=mask)
    tl.store(m_out_ptr + offsets, m, mask=mask)
    tl.store(v_out_ptr + offsets, v, mask=mask)


def adamw_step_triton(p, g, m, v):
    p = p.contiguous()
    g = g.contiguous()
    m = m.contiguous()
    v = v.contiguous()
    p_out, m_out, v_out = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v)
    n_elements = p.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    adamw_step_kernel[grid](p, g, m, v, p_out, m_out, v_out, n_elements, BLOCK=1024)
    return p_out, m_out, v_out


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
