"""One step of an optimizer with two moments, of which every part may be another: what Adam and its cousins differ in.

m follows the gradient and v its size, p goes against m in steps of one length. The state is returned as new tensors: a step
that fails halfway leaves the old state whole. Numbers such as 1 - 0.9 are written as a float64 has them.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape), torch.randn(shape) ** 2


def update_step_torch(p, g, m, v):
    m = 0.9 * m + (1 - 0.9) * g
    v = 0.999 * v + (1 - 0.999) * g * g
    step = m
    step = step / (torch.sqrt(v) + 1e-8)
    p = p - step * 1e-3
    return p, m, v


@triton.jit
def update_step_kernel(p_ptr, g_ptr, m_ptr, v_ptr, p_out_ptr, m_out_ptr, v_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    m = 0.9 * m + 0.09999999999999998 * g
    v = 0.999 * v + 0.0010000000000000009 * g * g
    step = m
    step = step / (tl.sqrt(v) + 1e-8)
    p = p - 1e-3 * step
    tl.store(p_out_ptr + offsets, p, mask=mask)
    tl.store(m_out_ptr + offsets, m, mask=mask)
    tl.store(v_out_ptr + offsets, v, mask=mask)


def update_step_triton(p, g, m, v):
    p, g, m, v = p.contiguous(), g.contiguous(), m.contiguous(), v.contiguous()
    p_out, m_out, v_out = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v)
    n_elements = p.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    update_step_kernel[grid](p, g, m, v, p_out, m_out, v_out, n_elements, BLOCK=1024)
    return p_out, m_out, v_out


AXES = [
    {  # the first moment
        "by_95": {"0.9 * m + (1 - 0.9) * g": "0.95 * m + (1 - 0.95) * g", "0.9 * m + 0.09999999999999998 * g": "0.95 * m + 0.050000000000000044 * g"},
        "by_8": {"0.9 * m + (1 - 0.9) * g": "0.8 * m + (1 - 0.8) * g", "0.9 * m + 0.09999999999999998 * g": "0.8 * m + 0.19999999999999996 * g"},
        "short": {"0.9 * m + (1 - 0.9) * g": "0.9 * m + 0.1 * g", "0.9 * m + 0.09999999999999998 * g": "0.9 * m + 0.1 * g"},
        "back": {"0.9 * m + (1 - 0.9) * g": "m * 0.85 + g * 0.15", "0.9 * m + 0.09999999999999998 * g": "m * 0.85 + g * 0.15"},
        "nearer": {"0.9 * m + (1 - 0.9) * g": "m + 0.1 * (g - m)", "0.9 * m + 0.09999999999999998 * g": "m + 0.1 * (g - m)"},
        "lerp": {"0.9 * m + (1 - 0.9) * g": "torch.lerp(m, g, 0.1)", "0.9 * m + 0.09999999999999998 * g": "m + 0.1 * (g - m)"},
        "heavy_ball": {"0.9 * m + (1 - 0.9) * g": "0.9 * m + g", "0.9 * m + 0.09999999999999998 * g": "0.9 * m + g"},
    },
    {  # the second
        "by_95": {"0.999 * v + (1 - 0.999) * g * g": "0.95 * v + (1 - 0.95) * g * g",
                  "0.999 * v + 0.0010000000000000009 * g * g": "0.95 * v + 0.050000000000000044 * g * g"},
        "by_99": {"0.999 * v + (1 - 0.999) * g * g": "v * 0.99 + (1 - 0.99) * g ** 2",
                  "0.999 * v + 0.0010000000000000009 * g * g": "v * 0.99 + 0.010000000000000009 * (g * g)"},
        "short": {"0.999 * v + (1 - 0.999) * g * g": "0.999 * v + 0.001 * (g * g)",
                  "0.999 * v + 0.0010000000000000009 * g * g": "0.999 * v + 0.001 * (g * g)"},
        "addcmul": {"0.999 * v + (1 - 0.999) * g * g": "torch.addcmul(0.98 * v, g, g, value=0.02)",
                    "0.999 * v + 0.0010000000000000009 * g * g": "0.98 * v + 0.02 * g * g"},
        "nearer": {"0.999 * v + (1 - 0.999) * g * g": "v + 0.01 * (g * g - v)", "0.999 * v + 0.0010000000000000009 * g * g": "v + 0.01 * (g * g - v)"},
        "sum": {"0.999 * v + (1 - 0.999) * g * g": "v + g * g", "0.999 * v + 0.0010000000000000009 * g * g": "v + g * g"},
        "of_surprise": {"0.999 * v + (1 - 0.999) * g * g": "0.999 * v + 0.001 * (g - m) ** 2",
                        "0.999 * v + 0.0010000000000000009 * g * g": "0.999 * v + 0.001 * ((g - m) * (g - m))"},
        "largest": {"0.999 * v + (1 - 0.999) * g * g": "torch.maximum(0.999 * v, torch.abs(g))",
                    "0.999 * v + 0.0010000000000000009 * g * g": "tl.maximum(0.999 * v, tl.abs(g))"},
    },
    {  # where it goes
        "corrected": {"step = m": "step = m / 0.19"},
        "nesterov": {"step = m": "step = 0.7 * m + 0.3 * g"},
        "scaled": {"step = m": "step = m * 0.01"},
    },
    {  # over what
        "root_corrected": {"(torch.sqrt(v) + 1e-8)": "(torch.sqrt(v / 0.02) + 1e-8)", "(tl.sqrt(v) + 1e-8)": "(tl.sqrt(v / 0.02) + 1e-8)"},
        "inside": {"(torch.sqrt(v) + 1e-8)": "torch.sqrt(v + 1e-6)", "(tl.sqrt(v) + 1e-8)": "tl.sqrt(v + 1e-6)"},
        "rsqrt": {"step / (torch.sqrt(v) + 1e-8)": "step * torch.rsqrt(v + 1e-5)", "step / (tl.sqrt(v) + 1e-8)": "step * tl.rsqrt(v + 1e-5)"},
        "clamped": {"(torch.sqrt(v) + 1e-8)": "torch.sqrt(v).clamp(min=1e-4)", "(tl.sqrt(v) + 1e-8)": "tl.maximum(tl.sqrt(v), 1e-4)"},
        "sum": {"(torch.sqrt(v) + 1e-8)": "(v + 1e-3)", "(tl.sqrt(v) + 1e-8)": "(v + 1e-3)"},
        "scaled": {"(torch.sqrt(v) + 1e-8)": "(torch.sqrt(v) / 0.3 + 1e-8)", "(tl.sqrt(v) + 1e-8)": "(tl.sqrt(v) / 0.3 + 1e-8)"},
    },
    {  # how far
        "alpha": {"p - step * 1e-3": "torch.sub(p, step, alpha=0.01)", "p - 1e-3 * step": "p - 0.01 * step"},
        "decayed": {"p - step * 1e-3": "p - 1e-3 * (step + 0.01 * p)", "p - 1e-3 * step": "p - 1e-3 * (step + 0.01 * p)"},
        "shrunk": {"p - step * 1e-3": "p * 0.998 - 0.02 * step", "p - 1e-3 * step": "p * 0.998 - 0.02 * step"},
        "plus": {"p - step * 1e-3": "p + -0.05 * step", "p - 1e-3 * step": "p + -0.05 * step"},
        "clipped": {"p - step * 1e-3": "p - 0.02 * torch.clamp(step, -1.0, 1.0)",
                    "p - 1e-3 * step": "p - 0.02 * tl.minimum(tl.maximum(step, -1.0), 1.0)"},
    },
    {  # what the gradient is first
        "decayed": {"def update_step_torch(p, g, m, v):": "def update_step_torch(p, g, m, v):\n    g = g + 0.02 * p",
                    "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                        "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\ng = g + 0.02 * p"},
        "scaled": {"def update_step_torch(p, g, m, v):": "def update_step_torch(p, g, m, v):\n    g = g * 0.25",
                   "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                       "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\ng = g * 0.25"},
        "clipped": {"def update_step_torch(p, g, m, v):": "def update_step_torch(p, g, m, v):\n    g = torch.clamp(g, -1.5, 1.5)",
                    "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                        "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\ng = tl.minimum(tl.maximum(g, -1.5), 1.5)"},
    },
    {  # what it returns
        "moments_first": {"return p, m, v": "return m, v, p", "return p_out, m_out, v_out": "return m_out, v_out, p_out"},
        "second_first": {"return p, m, v": "return p, v, m", "return p_out, m_out, v_out": "return p_out, v_out, m_out"},
        "weights": {"return p, m, v": "return p", "return p_out, m_out, v_out": "return p_out", "p_out_ptr, m_out_ptr, v_out_ptr": "p_out_ptr",
                    "tl.store(m_out_ptr + offsets, m, mask=mask)": "", "tl.store(v_out_ptr + offsets, v, mask=mask)": "",
                    "p_out, m_out, v_out = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v)": "p_out = torch.empty_like(p)",
                    "p_out, m_out, v_out, n_elements": "p_out, n_elements"},
        "step_too": {"return p, m, v": "return p, m, v, step", "return p_out, m_out, v_out": "return p_out, m_out, v_out, step_out",
                     "p_out_ptr, m_out_ptr, v_out_ptr": "p_out_ptr, m_out_ptr, v_out_ptr, step_out_ptr",
                     "tl.store(v_out_ptr + offsets, v, mask=mask)":
                         "tl.store(v_out_ptr + offsets, v, mask=mask)\ntl.store(step_out_ptr + offsets, step, mask=mask)",
                     "p_out, m_out, v_out = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v)":
                         "p_out, m_out, v_out, step_out = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v), torch.empty_like(p)",
                     "p_out, m_out, v_out, n_elements": "p_out, m_out, v_out, step_out, n_elements"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
