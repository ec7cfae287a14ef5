"""GELU, y = x * Phi(x) with Phi the normal distribution function, in each of its forms, and the error function.

The exact form is x / 2 * (1 + erf(x / sqrt(2))). The tanh form is x / 2 * (1 + tanh(u)) = x * sigmoid(2u), which needs
no tanh and cancels nowhere. PyTorch takes the exact form unless it is told otherwise.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def gelu_torch(x):
    y = F.gelu(x)
    return y


@triton.jit
def gelu_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))
    tl.store(y_ptr + offsets, y, mask=mask)


def gelu_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    gelu_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "gelu_tanh": {"F.gelu(x)": "F.gelu(x, approximate='tanh')",
                  "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
                      "y = x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))"},
    "gelu_quick": {"F.gelu(x)": "x * torch.sigmoid(1.702 * x)",
                   "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.sigmoid(1.702 * x)"},
    "swish_05": {"F.gelu(x)": "x * torch.sigmoid(0.5 * x)",
                 "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.sigmoid(0.5 * x)"},
    "swish_2": {"F.gelu(x)": "x * torch.sigmoid(2.0 * x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.sigmoid(2.0 * x)"},
    "swish_125": {"F.gelu(x)": "x * torch.sigmoid(1.25 * x)",
                  "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.sigmoid(1.25 * x)"},
    "erf": {"F.gelu(x)": "torch.erf(x)", "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = tl.erf(x)"},
    "erf_half": {"F.gelu(x)": "torch.erf(0.5 * x)",
                 "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = tl.erf(0.5 * x)"},
    "erf_root": {"F.gelu(x)": "torch.erf(x / 1.4142135623730951)",
                 "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = tl.erf(x / 1.4142135623730951)"},
    "normal_cdf": {"F.gelu(x)": "0.5 * (1.0 + torch.erf(x * 0.7071067811865476))",
                   "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"},
    "normal_pdf": {"F.gelu(x)": "0.3989422804014327 * torch.exp(-0.5 * x * x)",
                   "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = 0.3989422804014327 * tl.exp(-0.5 * x * x)"},
    "gelu_slope": {"F.gelu(x)": "0.5 * (1.0 + torch.erf(x * 0.7071067811865476)) + x * 0.3989422804014327 * torch.exp(-0.5 * x * x)",
                   "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
                       "y = 0.5 * (1.0 + tl.erf(x * 0.7071067811865476)) + x * 0.3989422804014327 * tl.exp(-0.5 * x * x)"},
    "serf_like": {"F.gelu(x)": "x * torch.erf(F.silu(x))",
                  "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.erf(x * tl.sigmoid(x))"},
    "x_erf": {"F.gelu(x)": "x * torch.erf(x)",
              "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.erf(x)"},
    "gelu_twice": {"F.gelu(x)": "F.gelu(2.0 * x)",
                   "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
                       "y = 2.0 * x * 0.5 * (1.0 + tl.erf(2.0 * x * 0.7071067811865476))"},
    "gelu_doubled": {"F.gelu(x)": "2.0 * F.gelu(x)",
                     "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
                         "y = 2.0 * (x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476)))"},
    "gelu_plus": {"F.gelu(x)": "x + F.gelu(x)",
                  "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x + x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"},
    "gelu_shifted": {"F.gelu(x)": "F.gelu(x + 1.0)",
                     "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
                         "x = x + 1.0\ny = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
