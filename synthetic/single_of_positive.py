"""One function of one positive tensor, y = log(x): logarithms, roots and powers that are no whole numbers.

Lanes past the end hold 1, of which every one of them is a number.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.rand(shape) * 3.0 + 0.05,)


def single_of_positive_torch(x):
    y = torch.log(x)
    return y


@triton.jit
def single_of_positive_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    y = tl.log(x)
    tl.store(y_ptr + offsets, y, mask=mask)


def single_of_positive_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    single_of_positive_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "log2": {"torch.log(x)": "torch.log2(x)", "y = tl.log(x)": "y = tl.log2(x)"},
    "log10": {"torch.log(x)": "torch.log10(x)", "y = tl.log(x)": "y = tl.log(x) * 0.4342944819032518"},
    "log1p": {"torch.log(x)": "torch.log1p(x)", "y = tl.log(x)": "u = 1.0 + x\ny = tl.where(u == 1.0, x, tl.log(u) * x / (u - 1.0))"},
    "sqrt": {"torch.log(x)": "torch.sqrt(x)", "y = tl.log(x)": "y = tl.sqrt_rn(x)"},
    "rsqrt": {"torch.log(x)": "torch.rsqrt(x)", "y = tl.log(x)": "y = tl.rsqrt(x)"},
    "reciprocal": {"torch.log(x)": "1.0 / x", "y = tl.log(x)": "y = 1.0 / x"},
    "pow_05": {"torch.log(x)": "x ** 0.5", "y = tl.log(x)": "y = tl.sqrt_rn(x)"},
    "pow_minus_05": {"torch.log(x)": "x ** -0.5", "y = tl.log(x)": "y = tl.rsqrt(x)"},
    "pow_15": {"torch.log(x)": "x ** 1.5", "y = tl.log(x)": "y = x * tl.sqrt_rn(x)"},
    "pow_25": {"torch.log(x)": "x ** 2.5", "y = tl.log(x)": "y = x * x * tl.sqrt_rn(x)"},
    "pow_025": {"torch.log(x)": "x ** 0.25", "y = tl.log(x)": "y = tl.sqrt_rn(tl.sqrt_rn(x))"},
    "pow_075": {"torch.log(x)": "x ** 0.75", "y = tl.log(x)": "t = tl.sqrt_rn(x)\ny = t * tl.sqrt_rn(t)"},
    "pow_minus_025": {"torch.log(x)": "x ** -0.25", "y = tl.log(x)": "y = tl.rsqrt(tl.sqrt_rn(x))"},
    "pow_minus_15": {"torch.log(x)": "x ** -1.5", "y = tl.log(x)": "y = 1.0 / (x * tl.sqrt_rn(x))"},
    "pow_minus_1": {"torch.log(x)": "x ** -1", "y = tl.log(x)": "y = 1.0 / x"},
    "pow_minus_2": {"torch.log(x)": "x ** -2", "y = tl.log(x)": "y = 1.0 / (x * x)"},
    "pow_third": {"torch.log(x)": "x ** 0.3333333333333333", "y = tl.log(x)": "y = tl.exp2(0.3333333333333333 * tl.log2(x))"},
    "pow_two_thirds": {"torch.log(x)": "x ** 0.6666666666666666", "y = tl.log(x)": "y = tl.exp2(0.6666666666666666 * tl.log2(x))"},
    "pow_gamma": {"torch.log(x)": "x ** 0.45454545454545453", "y = tl.log(x)": "y = tl.exp2(0.45454545454545453 * tl.log2(x))"},
    "pow_tenths": ({"torch.log(x)": "torch.pow(x, {0}.{1})", "y = tl.log(x)": "y = tl.exp2({0}.{1} * tl.log2(x))"},
        "01 03 07 12 17 08"),
    "pow_minus": ({"torch.log(x)": "x ** -{0}.{1}", "y = tl.log(x)": "y = tl.exp2(-{0}.{1} * tl.log2(x))"},
        "01 03 07 12 08"),
    "pow_hundredths": ({"torch.log(x)": "x ** 0.{0}{1}", "y = tl.log(x)": "y = tl.exp2(0.{0}{1} * tl.log2(x))"},
        "45 35 15 85"),
    "pow_above_2": ({"torch.log(x)": "x ** 2.{0}", "y = tl.log(x)": "y = x * x * tl.exp2(0.{0} * tl.log2(x))"},
        "2 4 7"),
    "log_sum": ({"torch.log(x)": "torch.log(x + 1e-{0})", "y = tl.log(x)": "y = tl.log(x + 1e-{0})"},
        "8 6 5"),
    "log_clamped": ({"torch.log(x)": "torch.log(x.clamp(min=1e-{0}))", "y = tl.log(x)": "y = tl.log(tl.maximum(x, 1e-{0}))"},
        "7 5"),
    "sqrt_sum": ({"torch.log(x)": "torch.sqrt(x + 1e-{0})", "y = tl.log(x)": "y = tl.sqrt_rn(x + 1e-{0})"},
        "5 6 8"),
    "minus_log": {"torch.log(x)": "-torch.log(x)", "y = tl.log(x)": "y = -tl.log(x)"},
    "over": ({"torch.log(x)": "{0}.{1} / x", "y = tl.log(x)": "y = {0}.{1} / x"},
        "05 20 15"),
    "xlogx": {"torch.log(x)": "x * torch.log(x)", "y = tl.log(x)": "y = x * tl.log(x)"},
    "log_ratio": ({"torch.log(x)": "torch.log(x / {0}.{1})", "y = tl.log(x)": "y = tl.log(x / {0}.{1})"},
        "20 05"),
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
