"""The natural logarithm, y = log(x), its other bases and what is made of it.

The function exists for x > 0 alone, so `make` gives positive numbers. The lanes past the end hold other=1.0, whose
logarithm is 0; they are never stored, but nothing infinite arises in them either.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape).abs() + 0.05,)


def logarithm_torch(x):
    y = torch.log(x)
    return y


@triton.jit
def logarithm_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    y = tl.log(x)
    tl.store(y_ptr + offsets, y, mask=mask)


def logarithm_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    logarithm_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "log2": {"torch.log(x)": "torch.log2(x)", "y = tl.log(x)": "y = tl.log2(x)"},
    "log10": {"torch.log(x)": "torch.log10(x)", "y = tl.log(x)": "y = tl.log(x) * 0.4342944819032518"},
    "x_log_x": {"torch.log(x)": "x * torch.log(x)", "y = tl.log(x)": "y = x * tl.log(x)"},
    "entropy": {"torch.log(x)": "-x * torch.log(x)", "y = tl.log(x)": "y = -x * tl.log(x)"},
    "log_squared": {"torch.log(x)": "torch.log(x) ** 2", "y = tl.log(x)": "t = tl.log(x)\ny = t * t"},
    "minus_log": {"torch.log(x)": "-torch.log(x)", "y = tl.log(x)": "y = -tl.log(x)"},
    "log_sigmoid_chain": {"torch.log(x)": "torch.sigmoid(torch.log(x))", "y = tl.log(x)": "y = tl.sigmoid(tl.log(x))"},
    "abs_log": {"torch.log(x)": "torch.abs(torch.log(x))", "y = tl.log(x)": "y = tl.abs(tl.log(x))"},
    "relu_log": {"torch.log(x)": "torch.relu(torch.log(x))", "y = tl.log(x)": "y = tl.maximum(tl.log(x), 0.0)"},
    "exp_half_log": {"torch.log(x)": "torch.exp(0.5 * torch.log(x))", "y = tl.log(x)": "y = tl.exp(0.5 * tl.log(x))"},
    "decibel": {"torch.log(x)": "10.0 * torch.log10(x)",
                "y = tl.log(x)": "y = 10.0 * (tl.log(x) * 0.4342944819032518)"},
    "decibel_floor": {"torch.log(x)": "10.0 * torch.log10(torch.clamp(x, min=0.01))",
                      "y = tl.log(x)": "y = 10.0 * (tl.log(tl.maximum(x, 0.01)) * 0.4342944819032518)"},
    "log_sqrt": {"torch.log(x)": "torch.log(torch.sqrt(x))", "y = tl.log(x)": "y = tl.log(tl.sqrt(x))"},
    "log_one_over": {"torch.log(x)": "torch.log(1.0 / x)", "y = tl.log(x)": "y = tl.log(1.0 / x)"},
    "log_plus_01": {"torch.log(x)": "torch.log(x + 0.1)", "y = tl.log(x)": "y = tl.log(x + 0.1)"},
    "log_plus_05": {"torch.log(x)": "torch.log(x + 0.5)", "y = tl.log(x)": "y = tl.log(x + 0.5)"},
    "log_plus_10": {"torch.log(x)": "torch.log(x + 1.0)", "y = tl.log(x)": "y = tl.log(x + 1.0)"},
    "log_plus_20": {"torch.log(x)": "torch.log(x + 2.0)", "y = tl.log(x)": "y = tl.log(x + 2.0)"},
    "log_plus_1e_3": {"torch.log(x)": "torch.log(x + 1e-3)", "y = tl.log(x)": "y = tl.log(x + 1e-3)"},
    "log_plus_1e_5": {"torch.log(x)": "torch.log(x + 1e-5)", "y = tl.log(x)": "y = tl.log(x + 1e-5)"},
    "log_times_05": {"torch.log(x)": "torch.log(0.5 * x)", "y = tl.log(x)": "y = tl.log(0.5 * x)"},
    "times_log_05": {"torch.log(x)": "0.5 * torch.log(x)", "y = tl.log(x)": "y = 0.5 * tl.log(x)"},
    "log_base_05": {"torch.log(x)": "torch.log(x) / 1.0986122886681098",
                    "y = tl.log(x)": "y = tl.log(x) / 1.0986122886681098"},
    "log_clamped_05": {"torch.log(x)": "torch.log(torch.clamp(x, min=0.05))",
                       "y = tl.log(x)": "y = tl.log(tl.maximum(x, 0.05))"},
    "log_times_20": {"torch.log(x)": "torch.log(2.0 * x)", "y = tl.log(x)": "y = tl.log(2.0 * x)"},
    "times_log_20": {"torch.log(x)": "2.0 * torch.log(x)", "y = tl.log(x)": "y = 2.0 * tl.log(x)"},
    "log_base_20": {"torch.log(x)": "torch.log(x) / 2.0", "y = tl.log(x)": "y = tl.log(x) / 2.0"},
    "log_clamped_20": {"torch.log(x)": "torch.log(torch.clamp(x, min=0.2))",
                       "y = tl.log(x)": "y = tl.log(tl.maximum(x, 0.2))"},
    "log_times_100": {"torch.log(x)": "torch.log(10.0 * x)", "y = tl.log(x)": "y = tl.log(10.0 * x)"},
    "times_log_100": {"torch.log(x)": "10.0 * torch.log(x)", "y = tl.log(x)": "y = 10.0 * tl.log(x)"},
    "log_base_100": {"torch.log(x)": "torch.log(x) / 10.0", "y = tl.log(x)": "y = tl.log(x) / 10.0"},
    "log_clamped_100": {"torch.log(x)": "torch.log(torch.clamp(x, min=1.0))",
                        "y = tl.log(x)": "y = tl.log(tl.maximum(x, 1.0))"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
