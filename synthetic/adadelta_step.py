"""One step of Adadelta: the step is g scaled by sqrt(u + eps) / sqrt(v + eps), with u the mean square step.

The state is returned as new tensors: a step that fails halfway leaves the old state whole. One pass reads each tensor
once, where PyTorch's separate operations read them many times.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 1000), (2, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape) ** 2, torch.randn(shape) ** 2


def adadelta_step_torch(p, g, v, u):
    v = 0.9 * v + 0.1 * g * g
    step = g * torch.sqrt(u + 1e-6) / torch.sqrt(v + 1e-6)
    u = 0.9 * u + 0.1 * step * step
    p = p - 1e-3 * step
    return p, v, u


@triton.jit
def adadelta_step_kernel(p_ptr, g_ptr, v_ptr, u_ptr, p_out_ptr, v_out_ptr, u_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    u = tl.load(u_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = 0.9 * v + 0.1 * g * g
    step = g * tl.sqrt(u + 1e-6) / tl.sqrt(v + 1e-6)
    u = 0.9 * u + 0.1 * step * step
    p = p - 1e-3 * step
    tl.store(p_out_ptr + offsets, p, mask=mask)
    tl.store(v_out_ptr + offsets, v, mask=mask)
    tl.store(u_out_ptr + offsets, u, mask=mask)


def adadelta_step_triton(p, g, v, u):
    p = p.contiguous()
    g = g.contiguous()
    v = v.contiguous()
    u = u.contiguous()
    p_out, v_out, u_out = torch.empty_like(p), torch.empty_like(v), torch.empty_like(u)
    n_elements = p.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    adadelta_step_kernel[grid](p, g, v, u, p_out, v_out, u_out, n_elements, BLOCK=1024)
    return p_out, v_out, u_out


AXES = [
    {
        "lr_1e_4": {"1e-3": "1e-4"},
        "lr_3e_4": {"1e-3": "3e-4"},
        "lr_5e_4": {"1e-3": "5e-4"},
        "lr_2e_3": {"1e-3": "2e-3"},
        "lr_001": {"1e-3": "0.01"},
        "lr_005": {"1e-3": "0.05"},
        "lr_01": {"1e-3": "0.1"},
        "lr_1": {"1e-3": "1.0"},
    },
    {
        "rho_095": {"0.9 * v + 0.1 * g * g": "0.95 * v + 0.05 * g * g",
                    "0.9 * u + 0.1 * step * step": "0.95 * u + 0.05 * step * step"},
        "rho_099": {"0.9 * v + 0.1 * g * g": "0.99 * v + 0.01 * g * g",
                    "0.9 * u + 0.1 * step * step": "0.99 * u + 0.01 * step * step"},
    },
    {
        "eps_1e_5": {"1e-6": "1e-5"},
        "eps_1e_3": {"1e-6": "1e-3"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
