"""One step of Adagrad: v gathers g^2 for ever, p -= lr * g / (sqrt(v) + eps).

The state is returned as new tensors: a step that fails halfway leaves the old state whole. One pass reads
each tensor once, where PyTorch's separate operations read them many times.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 1000), (2, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape) ** 2


def adagrad_step_torch(p, g, v):
    v = v + g * g
    p = p - 1e-3 * g / (torch.sqrt(v) + 1e-10)
    return p, v


@triton.jit
def adagrad_step_kernel(p_ptr, g_ptr, v_ptr, p_out_ptr, v_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = v + g * g
    p = p - 1e-3 * g / (tl.sqrt(v) + 1e-10)
    tl.store(p_out_ptr + offsets, p, mask=mask)
    tl.store(v_out_ptr + offsets, v, mask=mask)


def adagrad_step_triton(p, g, v):
    p = p.contiguous()
    g = g.contiguous()
    v = v.contiguous()
    p_out, v_out = torch.empty_like(p), torch.empty_like(v)
    n_elements = p.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    adagrad_step_kernel[grid](p, g, v, p_out, v_out, n_elements, BLOCK=1024)
    return p_out, v_out


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
