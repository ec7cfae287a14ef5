"""Sine, y = sin(x), and the waves that are made of sines and cosines.

tl.sin and tl.cos reduce any float32 argument to one period before they evaluate it, so that large arguments are right
too; the argument itself is computed in the order PyTorch takes, since its rounding shows in the result.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def sine_torch(x):
    y = torch.sin(x)
    return y


@triton.jit
def sine_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.sin(x)
    tl.store(y_ptr + offsets, y, mask=mask)


def sine_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    sine_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "cos": {"torch.sin(x)": "torch.cos(x)", "y = tl.sin(x)": "y = tl.cos(x)"},
    "sin_squared": {"torch.sin(x)": "torch.sin(x) ** 2", "y = tl.sin(x)": "t = tl.sin(x)\ny = t * t"},
    "cos_squared": {"torch.sin(x)": "torch.cos(x) ** 2", "y = tl.sin(x)": "t = tl.cos(x)\ny = t * t"},
    "sin_cos": {"torch.sin(x)": "torch.sin(x) * torch.cos(x)", "y = tl.sin(x)": "y = tl.sin(x) * tl.cos(x)"},
    "sin_plus_cos": {"torch.sin(x)": "torch.sin(x) + torch.cos(x)", "y = tl.sin(x)": "y = tl.sin(x) + tl.cos(x)"},
    "x_sin": {"torch.sin(x)": "x * torch.sin(x)", "y = tl.sin(x)": "y = x * tl.sin(x)"},
    "x_plus_sin": {"torch.sin(x)": "x + torch.sin(x)", "y = tl.sin(x)": "y = x + tl.sin(x)"},
    "snake": {"torch.sin(x)": "x + torch.sin(x) ** 2", "y = tl.sin(x)": "t = tl.sin(x)\ny = x + t * t"},
    "growing_cosine": {"torch.sin(x)": "x - torch.cos(x)", "y = tl.sin(x)": "y = x - tl.cos(x)"},
    "sin_relu": {"torch.sin(x)": "torch.sin(torch.relu(x))", "y = tl.sin(x)": "y = tl.sin(tl.maximum(x, 0.0))"},
    "sin_of_sin": {"torch.sin(x)": "torch.sin(torch.sin(x))", "y = tl.sin(x)": "y = tl.sin(tl.sin(x))"},
    "cos_abs_sqrt": {"torch.sin(x)": "torch.cos(torch.sqrt(torch.abs(x)))",
                     "y = tl.sin(x)": "y = tl.cos(tl.sqrt(tl.abs(x)))"},
    "damped": {"torch.sin(x)": "torch.exp(-torch.abs(x)) * torch.sin(3.0 * x)",
               "y = tl.sin(x)": "y = tl.exp(-tl.abs(x)) * tl.sin(3.0 * x)"},
    "raised_cosine": {"torch.sin(x)": "0.5 * (1.0 + torch.cos(x))", "y = tl.sin(x)": "y = 0.5 * (1.0 + tl.cos(x))"},
    "wavelet": {"torch.sin(x)": "torch.exp(-0.5 * x * x) * torch.cos(5.0 * x)",
                "y = tl.sin(x)": "y = tl.exp(-0.5 * x * x) * tl.cos(5.0 * x)"},
    "tan_bounded": {"torch.sin(x)": "torch.tan(torch.clamp(x, -1.2, 1.2))",
                    "y = tl.sin(x)": "t = tl.minimum(tl.maximum(x, -1.2), 1.2)\ny = tl.sin(t) / tl.cos(t)"},
    "tan": {"torch.sin(x)": "torch.tan(x)", "y = tl.sin(x)": "y = tl.sin(x) / tl.cos(x)"},
    "sin_of_05": {"torch.sin(x)": "torch.sin(0.5 * x)", "y = tl.sin(x)": "y = tl.sin(0.5 * x)"},
    "cos_of_05": {"torch.sin(x)": "torch.cos(x * 0.5)", "y = tl.sin(x)": "y = tl.cos(x * 0.5)"},
    "sin_of_20": {"torch.sin(x)": "torch.sin(2.0 * x)", "y = tl.sin(x)": "y = tl.sin(2.0 * x)"},
    "cos_of_20": {"torch.sin(x)": "torch.cos(x * 2.0)", "y = tl.sin(x)": "y = tl.cos(x * 2.0)"},
    "sin_of_30": {"torch.sin(x)": "torch.sin(3.0 * x)", "y = tl.sin(x)": "y = tl.sin(3.0 * x)"},
    "cos_of_30": {"torch.sin(x)": "torch.cos(x * 3.0)", "y = tl.sin(x)": "y = tl.cos(x * 3.0)"},
    "sin_of_50": {"torch.sin(x)": "torch.sin(5.0 * x)", "y = tl.sin(x)": "y = tl.sin(5.0 * x)"},
    "cos_of_50": {"torch.sin(x)": "torch.cos(x * 5.0)", "y = tl.sin(x)": "y = tl.cos(x * 5.0)"},
    "sin_of_100": {"torch.sin(x)": "torch.sin(10.0 * x)", "y = tl.sin(x)": "y = tl.sin(10.0 * x)"},
    "cos_of_100": {"torch.sin(x)": "torch.cos(x * 10.0)", "y = tl.sin(x)": "y = tl.cos(x * 10.0)"},
    "sin_of_300": {"torch.sin(x)": "torch.sin(30.0 * x)", "y = tl.sin(x)": "y = tl.sin(30.0 * x)"},
    "cos_of_300": {"torch.sin(x)": "torch.cos(x * 30.0)", "y = tl.sin(x)": "y = tl.cos(x * 30.0)"},
    "sin_of_pi": {"torch.sin(x)": "torch.sin(3.141592653589793 * x)",
                  "y = tl.sin(x)": "y = tl.sin(3.141592653589793 * x)"},
    "cos_of_pi": {"torch.sin(x)": "torch.cos(x * 3.141592653589793)",
                  "y = tl.sin(x)": "y = tl.cos(x * 3.141592653589793)"},
    "sin_of_two_pi": {"torch.sin(x)": "torch.sin(6.283185307179586 * x)",
                      "y = tl.sin(x)": "y = tl.sin(6.283185307179586 * x)"},
    "cos_of_two_pi": {"torch.sin(x)": "torch.cos(x * 6.283185307179586)",
                      "y = tl.sin(x)": "y = tl.cos(x * 6.283185307179586)"},
    "sin_phase_05": {"torch.sin(x)": "torch.sin(x + 0.5)", "y = tl.sin(x)": "y = tl.sin(x + 0.5)"},
    "sin_amplitude_05": {"torch.sin(x)": "0.5 + 2.0 * torch.sin(x)", "y = tl.sin(x)": "y = 0.5 + 2.0 * tl.sin(x)"},
    "sin_phase_10": {"torch.sin(x)": "torch.sin(x + 1.0)", "y = tl.sin(x)": "y = tl.sin(x + 1.0)"},
    "sin_amplitude_10": {"torch.sin(x)": "1.0 + 2.0 * torch.sin(x)", "y = tl.sin(x)": "y = 1.0 + 2.0 * tl.sin(x)"},
    "sin_phase_15707": {"torch.sin(x)": "torch.sin(x + 1.5707963267948966)",
                        "y = tl.sin(x)": "y = tl.sin(x + 1.5707963267948966)"},
    "sin_amplitude_15707": {"torch.sin(x)": "1.5707963267948966 + 2.0 * torch.sin(x)",
                            "y = tl.sin(x)": "y = 1.5707963267948966 + 2.0 * tl.sin(x)"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
