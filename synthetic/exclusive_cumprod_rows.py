"""Product of all before along each row, y[i, j] = x[i, 0] * ... * x[i, j - 1], and 1 at the first: transmittance along a ray, survival.

The product before column j is the running product at column j - 1. So the kernel reads one column to the left of where it
writes; the first column has nothing to its left and gets 1. Each factor adds its rounding, so the product is float64.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def exclusive_cumprod_rows_torch(x):
    x = torch.abs(x)
    y = torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def exclusive_cumprod_rows_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 1.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        behind = mask & (cols > 0)
        x = tl.load(x_ptr + row * n_cols + cols - 1, mask=behind, other=0.0).to(tl.float32)
        x = tl.abs(x)
        x = tl.where(behind, x, 1.0).to(tl.float64)
        y = (carry * tl.cumprod(x, axis=0)).to(tl.float32)
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry *= tl.reduce(x, 0, multiply)


def exclusive_cumprod_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 256)
    exclusive_cumprod_rows_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "behind_one": {
        "torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)":
            "torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x[..., :-1], dim=-1)), dim=-1)",
    },
    "of_shifted": {
        "torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)":
            "torch.cumprod(torch.cat((torch.ones_like(x[..., :1]), x[..., :-1]), dim=-1), dim=-1)",
    },
    "of_joined": {
        "torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)":
            "torch.cumprod(torch.cat((torch.ones_like(x[..., :1]), x), dim=-1), dim=-1)[..., :-1]",
    },
    "padded": {
        "torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)":
            "F.pad(torch.cumprod(x, dim=-1)[..., :-1], (1, 0), value=1.0)",
    },
    "of_padded": {
        "torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)":
            "torch.cumprod(F.pad(x[..., :-1], (1, 0), value=1.0), dim=-1)",
    },
    "from_one": {  # one column more: the 1 before, the product of all behind
        "torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)": "F.pad(torch.cumprod(x, dim=-1), (1, 0), value=1.0)",
        "range(0, n_cols, BLOCK)": "range(0, n_cols + 1, BLOCK)",
        "mask = cols < n_cols": "mask = cols <= n_cols",
        "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)": "tl.store(y_ptr + row * (n_cols + 1) + cols, y, mask=mask)",
        "y = torch.empty_like(x)": "y = x.new_empty(x.shape[:-1] + (n_cols + 1,))",
        "triton.next_power_of_2(n_cols)": "triton.next_power_of_2(n_cols + 1)",
    },
}

AXES = [
    {  # operations that round as PyTorch rounds: a product repeats each error n times
        "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
        "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
        "add1": {"x = torch.abs(x)": "x = x + 1.0", "x = tl.abs(x)": "x = x + 1.0"},
        "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
        "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
        "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
        "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
        "abs1": {"x = torch.abs(x)": "x = torch.abs(x) + 0.5", "x = tl.abs(x)": "x = tl.abs(x) + 0.5"},
        "clamp": {"x = torch.abs(x)": "x = torch.clamp(x, -1.5, 1.5)", "x = tl.abs(x)": "x = tl.minimum(tl.maximum(x, -1.5), 1.5)"},
        "clamp_min": {"x = torch.abs(x)": "x = torch.clamp(x, min=0.5)", "x = tl.abs(x)": "x = tl.maximum(x, 0.5)"},
        "leaky": {"x = torch.abs(x)": "x = F.leaky_relu(x, 0.5)", "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.5 * x)"},
        "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
