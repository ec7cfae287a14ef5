"""Running product along each row, y[i, j] = x[i, 0] * ... * x[i, j], for rows of any length.

One program takes one row, tile after tile: a tile is multiplied up in parallel and starts from the product of all tiles
before it, the carry. Lanes beyond the row hold 1, and each factor adds its rounding, so the product is float64.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def cumprod_torch(x):
    x = torch.abs(x)
    y = torch.cumprod(x, dim=-1)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def cumprod_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 1.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        x = tl.where(mask, x, 1.0).to(tl.float64)
        y = (carry * tl.cumprod(x, axis=0)).to(tl.float32)
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry *= tl.reduce(x, 0, multiply)


def cumprod_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 256)
    cumprod_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "reversed": {  # from the end: lane k of a tile takes the k-th column counted from there
        "torch.cumprod(x, dim=-1)": "torch.flip(torch.cumprod(torch.flip(x, dims=[-1]), dim=-1), dims=[-1])",
        "cols = start + tl.arange(0, BLOCK)": "cols = n_cols - 1 - start - tl.arange(0, BLOCK)",
        "mask = cols < n_cols": "mask = cols >= 0",
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
