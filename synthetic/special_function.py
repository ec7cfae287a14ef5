"""Functions of one tensor that Triton has no word for: erfc, logit, sinc, tanhshrink, a repaired logarithm; a step before and one after.

Each is made of what there is. Where a difference of two near numbers would leave only rounding, the first terms of the
series stand instead.
"""
import math

from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def special_function_torch(x):
    x = torch.relu(x)
    y = torch.erfc(x)
    y = torch.sin(y)
    return y


@triton.jit
def special_function_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = 1.0 - tl.erf(x)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def special_function_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    special_function_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "logit": {"torch.erfc(x)": "torch.logit(x, eps=0.01)",
              "y = 1.0 - tl.erf(x)": "y = tl.minimum(tl.maximum(x, 0.01), 1.0 - 0.01)\ny = tl.log(y / (1.0 - y))"},
    "logit_3": {"torch.erfc(x)": "torch.logit(x, eps=1e-3)",
                "y = 1.0 - tl.erf(x)": "y = tl.minimum(tl.maximum(x, 0.001), 1.0 - 0.001)\ny = tl.log(y / (1.0 - y))"},
    "logit_of_sigmoid": {"torch.erfc(x)": "torch.logit(torch.sigmoid(x), eps=0.05)",
                         "y = 1.0 - tl.erf(x)": "y = tl.minimum(tl.maximum(tl.sigmoid(x), 0.05), 1.0 - 0.05)\ny = tl.log(y / (1.0 - y))"},
    "sinc": {"torch.erfc(x)": "torch.sinc(x)",
             "y = 1.0 - tl.erf(x)": "angle = 3.141592653589793 * tl.where(x == 0.0, 1.0, x)\ny = tl.where(x == 0.0, 1.0, tl.sin(angle) / angle)"},
    "tanhshrink": {
        "torch.erfc(x)": "F.tanhshrink(x)",
        "y = 1.0 - tl.erf(x)":
            "s = x * x\n"
            "small = x * s * (1.0 / 3.0 - s * (2.0 / 15.0 - s * (17.0 / 315.0 - s * (62.0 / 2835.0))))\n"
            "fade = tl.exp(-2.0 * tl.abs(x))\n"
            "tanh = (1.0 - fade) / (1.0 + fade)\n"
            "y = tl.where(tl.abs(x) < 0.2, small, x - tl.where(x < 0.0, -tanh, tanh))"},
    "nan_to_num_log": {"torch.erfc(x)": "torch.nan_to_num(torch.log(x), nan=0.0, neginf=-20.0)",
                       "y = 1.0 - tl.erf(x)": 'y = tl.log(x)\ny = tl.where(y != y, 0.0, tl.where(y == -float("inf"), -20.0, y))'},
    "nan_to_num_sqrt": {"torch.erfc(x)": "torch.nan_to_num(torch.sqrt(x))",
                        "y = 1.0 - tl.erf(x)": "y = tl.sqrt(x)\ny = tl.where(y != y, 0.0, y)"},
    "normal_tail": {"torch.erfc(x)": "0.5 * torch.erfc(x / 1.4142135623730951)",
                    "y = 1.0 - tl.erf(x)": "y = 0.5 * (1.0 - tl.erf(x / 1.4142135623730951))"},
    "floor_divide": {"torch.erfc(x)": "torch.floor_divide(x, 0.3)", "y = 1.0 - tl.erf(x)": "y = tl.floor(x.to(tl.float64) / 0.3).to(tl.float32)"},
    "fmod": {"torch.erfc(x)": "torch.fmod(x, 0.75)",
             "y = 1.0 - tl.erf(x)": "quotient = x.to(tl.float64) / 0.75\n"
                                    "y = (x - tl.where(quotient < 0.0, tl.ceil(quotient), tl.floor(quotient)) * 0.75).to(tl.float32)"},
    "remainder": {"torch.erfc(x)": "torch.remainder(x, 1.25)",
                  "y = 1.0 - tl.erf(x)": "quotient = x.to(tl.float64) / 1.25\ny = (x - tl.floor(quotient) * 1.25).to(tl.float32)"},
    "lgamma": {
        "torch.erfc(x)": "torch.lgamma(x)",
        "y = 1.0 - tl.erf(x)":
            "# Stirling's series where it holds, seven steps up, in float64; below 1/2 by reflection.\n"
            "w = x.to(tl.float64)\n"
            "t = tl.where(w < 0.5, 1.0 - w, w)\n"
            "s = t + 7.0\n"
            "r = 1.0 / s\n"
            "series = r * (1.0 / 12.0 - r * r * (1.0 / 360.0 - r * r * (1.0 / 1260.0)))\n"
            "steps = t * (t + 1.0) * (t + 2.0) * (t + 3.0) * (t + 4.0) * (t + 5.0) * (t + 6.0)\n"
            "y = (s - 0.5) * tl.log(s) - s + 0.9189385332046727 + series - tl.log(steps)\n"
            "sine = tl.abs(tl.sin(3.141592653589793 * (w - tl.floor(w))))\n"
            "y = tl.where(w < 0.5, tl.log(3.141592653589793 / sine) - y, y).to(tl.float32)"},
    "digamma": {
        "torch.erfc(x)": "torch.digamma(x)",
        "y = 1.0 - tl.erf(x)":
            "# The asymptotic series where it holds, seven steps up, in float64; below 1/2 by reflection.\n"
            "w = x.to(tl.float64)\n"
            "t = tl.where(w < 0.5, 1.0 - w, w)\n"
            "s = t + 7.0\n"
            "r = 1.0 / (s * s)\n"
            "series = r * (1.0 / 12.0 - r * (1.0 / 120.0 - r * (1.0 / 252.0)))\n"
            "steps = 1.0 / t + 1.0 / (t + 1.0) + 1.0 / (t + 2.0) + 1.0 / (t + 3.0) + 1.0 / (t + 4.0) + 1.0 / (t + 5.0) + 1.0 / (t + 6.0)\n"
            "y = tl.log(s) - 0.5 / s - series - steps\n"
            "angle = 3.141592653589793 * (w - tl.floor(w))\n"
            "y = tl.where(w < 0.5, y - 3.141592653589793 * tl.cos(angle) / tl.sin(angle), y).to(tl.float32)"},
    "erfinv": {
        "torch.erfc(x)": "torch.erfinv(x)", "torch.randn(shape)": "torch.rand(shape) * 1.98 - 0.99",
        "y = 1.0 - tl.erf(x)":
            "# Winitzki's approximation, then three steps of Newton, in float64.\n"
            "w = x.to(tl.float64)\n"
            "t = tl.log((1.0 - w) * (1.0 + w))\n"
            "u = 4.330746750799873 + 0.5 * t\n"
            "y = tl.sqrt(tl.sqrt(u * u - t / 0.147) - u)\n"
            "y = tl.where(w < 0.0, -y, y)\n"
            "y -= (tl.erf(y) - w) * 0.886226925452758 * tl.exp(y * y)\n"
            "y -= (tl.erf(y) - w) * 0.886226925452758 * tl.exp(y * y)\n"
            "y -= (tl.erf(y) - w) * 0.886226925452758 * tl.exp(y * y)\n"
            "y = tl.where(tl.abs(w) == 1.0, w * float(\"inf\"), y).to(tl.float32)"},
    "logit_bare": {"torch.erfc(x)": "torch.logit(x)", "torch.randn(shape)": "torch.rand(shape) * 0.98 + 0.01",
                   "y = 1.0 - tl.erf(x)": "y = tl.log(x / (1.0 - x))"},
    "deg2rad": {"torch.erfc(x)": "torch.deg2rad(x)", "y = 1.0 - tl.erf(x)": "y = x * 0.017453292519943295"},
    "rad2deg": {"torch.erfc(x)": "torch.rad2deg(x)", "y = 1.0 - tl.erf(x)": "y = x * 57.29577951308232"},
    "signbit": {"torch.erfc(x)": "torch.signbit(x).float()",
                "y = 1.0 - tl.erf(x)": "y = (x.to(tl.int32, bitcast=True) < 0).to(tl.float32)"},
    "xlogx": {"torch.erfc(x)": "torch.xlogy(x, x)", "torch.randn(shape)": "torch.rand(shape) + 0.01",
              "y = 1.0 - tl.erf(x)": "y = x * tl.log(tl.where(x == 0.0, 1.0, x))"},
    "ldexp": {"torch.erfc(x)": "torch.ldexp(x, x)", "y = 1.0 - tl.erf(x)": "y = x * tl.exp2(x)"},
    "self_quotient": {"torch.erfc(x)": "x / (1.0 + torch.exp(-1.702 * x))", "y = 1.0 - tl.erf(x)": "y = x / (1.0 + tl.exp(-1.702 * x))"},
    "gelu_written": {"torch.erfc(x)": "0.5 * x * (1.0 + torch.erf(x / math.sqrt(2.0)))",
                     "y = 1.0 - tl.erf(x)": "y = 0.5 * x * (1.0 + tl.erf(x / 1.4142135623730951))"},
    "mish_written": {"torch.erfc(x)": "x * torch.tanh(F.softplus(x))",
                     "y = 1.0 - tl.erf(x)": "t = tl.exp(tl.minimum(x, 20.0))\nt = t * (t + 2.0)\ny = x * (t / (t + 2.0))"},
    "gelu_tanh_written": {
        "torch.erfc(x)": "0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3))))",
        "y = 1.0 - tl.erf(x)": "y = x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))"},
}

AXES = [
    ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
