"""ELU, y = x where x > 0, else alpha * (exp(x) - 1), and relatives with their alpha.

exp(x) - 1 loses every digit near zero, where exp(x) rounds to 1. W. Kahan: with u = exp(x) as rounded,
(u - 1) * x / log(u) is exp(x) - 1 to the last digits. Below -1 nothing cancels: u - 1 is closer, and in the end just -1.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def elu_torch(x):
    y = F.elu(x)
    return y


@triton.jit
def expm1(t):
    """exp(t) - 1 for t <= 0. Near 0 the error of u is in numerator and denominator, and cancels."""
    u = tl.exp(t)
    return tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))


@triton.jit
def elu_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    t = tl.minimum(x, 0.0)
    y = tl.where(x > 0.0, x, expm1(t))
    tl.store(y_ptr + offsets, y, mask=mask)


def elu_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    elu_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "elu_01": {"F.elu(x)": "F.elu(x, 0.1)",
               "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.1 * expm1(t))"},
    "elu_025": {"F.elu(x)": "F.elu(x, alpha=0.25)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.25 * expm1(t))"},
    "elu_05": {"F.elu(x)": "F.elu(x, 0.5)",
               "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.5 * expm1(t))"},
    "elu_075": {"F.elu(x)": "F.elu(x, alpha=0.75)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.75 * expm1(t))"},
    "elu_09": {"F.elu(x)": "F.elu(x, alpha=0.9)",
               "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.9 * expm1(t))"},
    "elu_12": {"F.elu(x)": "F.elu(x, alpha=1.2)",
               "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 1.2 * expm1(t))"},
    "elu_15": {"F.elu(x)": "F.elu(x, alpha=1.5)",
               "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 1.5 * expm1(t))"},
    "elu_20": {"F.elu(x)": "F.elu(x, 2.0)",
               "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 2.0 * expm1(t))"},
    "elu_30": {"F.elu(x)": "F.elu(x, alpha=3.0)",
               "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 3.0 * expm1(t))"},
    "celu_025": {"F.elu(x)": "F.celu(x, alpha=0.25)",
                 "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 0.25",
                 "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.25 * expm1(t))"},
    "celu_05": {"F.elu(x)": "F.celu(x, alpha=0.5)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 0.5",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.5 * expm1(t))"},
    "celu_08": {"F.elu(x)": "F.celu(x, alpha=0.8)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 0.8",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.8 * expm1(t))"},
    "celu_13": {"F.elu(x)": "F.celu(x, alpha=1.3)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 1.3",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 1.3 * expm1(t))"},
    "celu_20": {"F.elu(x)": "F.celu(x, alpha=2.0)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 2.0",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 2.0 * expm1(t))"},
    "celu_40": {"F.elu(x)": "F.celu(x, alpha=4.0)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 4.0",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 4.0 * expm1(t))"},
    "selu": {"F.elu(x)": "F.selu(x)",
             "y = tl.where(x > 0.0, x, expm1(t))": "y = 1.0507009873554805 * tl.where(x > 0.0, x, 1.6732632423543772 * expm1(t))"},
    "elish": {"F.elu(x)": "torch.where(x > 0, x, torch.expm1(x)) * torch.sigmoid(x)",
              "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, expm1(t)) * tl.sigmoid(x)"},
    "expm1_negative": {"F.elu(x)": "torch.expm1(-torch.abs(x))",
                       "t = tl.minimum(x, 0.0)": "t = -tl.abs(x)",
                       "y = tl.where(x > 0.0, x, expm1(t))": "y = expm1(t)"},
    "expm1_square": {"F.elu(x)": "torch.expm1(-x * x)",
                     "t = tl.minimum(x, 0.0)": "t = -x * x",
                     "y = tl.where(x > 0.0, x, expm1(t))": "y = expm1(t)"},
    "one_minus_exp": {"F.elu(x)": "-torch.expm1(-torch.relu(x))",
                      "t = tl.minimum(x, 0.0)": "t = -tl.maximum(x, 0.0)",
                      "y = tl.where(x > 0.0, x, expm1(t))": "y = -expm1(t)"},
    "laplace_cdf": {"F.elu(x)": "0.5 - 0.5 * torch.sign(x) * torch.expm1(-torch.abs(x))",
                    "t = tl.minimum(x, 0.0)": "t = -tl.abs(x)",
                    "y = tl.where(x > 0.0, x, expm1(t))": "y = 0.5 - 0.5 * tl.where(x < 0.0, -expm1(t), expm1(t))"},
    "elu_difference": {"F.elu(x)": "F.elu(x) - F.elu(-x)",
                       "t = tl.minimum(x, 0.0)": "t = -tl.abs(x)",
                       "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x - expm1(t), x + expm1(t))"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
