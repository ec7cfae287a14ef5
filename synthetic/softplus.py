"""Softplus, y = log(1 + exp(x)), and other logarithms of one plus something.

Written as max(x, 0) + log1p(exp(-|x|)): the exponential never overflows, and log1p keeps the digits of a small
exponential that 1 + exp(-|x|) would round away.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def softplus_torch(x):
    y = F.softplus(x)
    return y


@triton.jit
def log1p(t):
    """log(1 + t) for t >= 0: what 1 + t rounds away, the quotient t / (u - 1) puts back."""
    u = 1.0 + t
    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))


@triton.jit
def softplus_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))
    tl.store(y_ptr + offsets, y, mask=mask)


def softplus_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    softplus_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "softplus_025": {"F.softplus(x)": "F.softplus(x, beta=0.25)",
                     "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                         "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(0.25 * x))) / 0.25"},
    "softplus_05": {"F.softplus(x)": "F.softplus(x, beta=0.5)",
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                        "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(0.5 * x))) / 0.5"},
    "softplus_07": {"F.softplus(x)": "F.softplus(x, beta=0.7)",
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                        "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(0.7 * x))) / 0.7"},
    "softplus_15": {"F.softplus(x)": "F.softplus(x, beta=1.5)",
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                        "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(1.5 * x))) / 1.5"},
    "softplus_20": {"F.softplus(x)": "F.softplus(x, beta=2.0)",
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                        "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(2.0 * x))) / 2.0"},
    "softplus_30": {"F.softplus(x)": "F.softplus(x, beta=3.0)",
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                        "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(3.0 * x))) / 3.0"},
    "softplus_50": {"F.softplus(x)": "F.softplus(x, beta=5.0)",
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                        "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(5.0 * x))) / 5.0"},
    "logsigmoid": {"F.softplus(x)": "F.logsigmoid(x)",
                   "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = tl.minimum(x, 0.0) - log1p(tl.exp(-tl.abs(x)))"},
    "log_cosh": {"F.softplus(x)": "F.softplus(2.0 * x) - x",
                 "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = tl.abs(x) + log1p(tl.exp(-2.0 * tl.abs(x)))"},
    "softplus_negative": {"F.softplus(x)": "F.softplus(-x)",
                          "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                              "y = tl.maximum(-x, 0.0) + log1p(tl.exp(-tl.abs(x)))"},
    "log1p_abs": {"F.softplus(x)": "torch.log1p(torch.abs(x))",
                  "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = log1p(tl.abs(x))"},
    "log1p_square": {"F.softplus(x)": "torch.log1p(x * x)",
                     "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = log1p(x * x)"},
    "log1p_relu": {"F.softplus(x)": "torch.log1p(torch.relu(x))",
                   "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = log1p(tl.maximum(x, 0.0))"},
    "symlog": {"F.softplus(x)": "torch.sign(x) * torch.log1p(torch.abs(x))",
               "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = tl.where(x < 0.0, -log1p(tl.abs(x)), log1p(tl.abs(x)))"},
    "cauchy": {"F.softplus(x)": "2.0 * torch.log1p(0.5 * x * x)",
               "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = 2.0 * log1p(0.5 * x * x)"},
    "x_softplus": {"F.softplus(x)": "x * F.softplus(x)",
                   "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = x * (tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x))))"},
    "shifted_softplus": {"F.softplus(x)": "F.softplus(x) - 0.6931471805599453",
                         "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                             "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x))) - 0.6931471805599453"},
    "mu_law_8": {"F.softplus(x)": "torch.sign(x) * torch.log1p(8.0 * torch.abs(x)) / 2.1972245773362196",
                 "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                     "y = tl.where(x < 0.0, -1.0, 1.0) * log1p(8.0 * tl.abs(x)) / 2.1972245773362196"},
    "mu_law_255": {"F.softplus(x)": "torch.sign(x) * torch.log1p(255.0 * torch.abs(x)) / 5.545177444479562",
                   "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
                       "y = tl.where(x < 0.0, -1.0, 1.0) * log1p(255.0 * tl.abs(x)) / 5.545177444479562"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
