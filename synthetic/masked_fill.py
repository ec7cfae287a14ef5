"""A number where a mask says so, y = f(x).masked_fill(~keep, c).

The mask is a tensor of bool, loaded as one-bit integers that tl.where takes as they are. What lies past the end loads
False: it is chosen away, and never stored.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.rand(shape) < 0.6


def masked_fill_torch(x, keep):
    x = torch.sin(x)
    y = x.masked_fill(~keep, 0.5)
    return y


@triton.jit
def masked_fill_kernel(x_ptr, keep_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    keep = tl.load(keep_ptr + offsets, mask=mask, other=False)
    x = tl.sin(x)
    y = tl.where(keep, x, 0.5)
    tl.store(y_ptr + offsets, y, mask=mask)


def masked_fill_triton(x, keep):
    x = x.contiguous()
    keep = keep.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    masked_fill_kernel[grid](x, keep, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "fill_00": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, 0.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 0.0)"},
    "fill_m10": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, -1.0)",
                 "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -1.0)"},
    "fill_10": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, 1.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 1.0)"},
    "fill_m100000": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, -10000.0)",
                     "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -10000.0)"},
    "fill_20": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, 2.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 2.0)"},
    "fill_m025": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, -0.25)",
                  "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -0.25)"},
    "fill_kept_00": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(keep, 0.0)",
                     "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, 0.0, x)"},
    "fill_kept_m1000": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(keep, -100.0)",
                        "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, -100.0, x)"},
    "fill_kept_15": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(keep, 1.5)",
                     "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, 1.5, x)"},
    "choice": {"x.masked_fill(~keep, 0.5)": "torch.where(keep, x, -x)",
               "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -x)"},
    "choice_scaled": {"x.masked_fill(~keep, 0.5)": "torch.where(keep, x, 0.1 * x)",
                      "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 0.1 * x)"},
    "choice_shifted": {"x.masked_fill(~keep, 0.5)": "torch.where(keep, x + 1.0, x)",
                       "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x + 1.0, x)"},
    "product": {"x.masked_fill(~keep, 0.5)": "x * keep", "y = tl.where(keep, x, 0.5)": "y = x * keep.to(tl.float32)"},
}

AXES = [
    ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
