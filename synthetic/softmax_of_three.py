"""Scores on their way to a token: a penalty or a bias by z, a threshold or a temperature by w, then softmax over the last dimension.

One program takes one row and reads it twice: the running maximum and the sum beside it, then the quotients. What is left out becomes
minus infinity, whose exponential is 0.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]


def make(*shape):
    w = torch.randn(shape[:-1] + (1,))
    return torch.randn(shape), torch.randn(shape), w


def softmax_of_three_torch(x, z, w):
    x = torch.erf(x)
    x = torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)
    x = x / 0.7
    x = x.masked_fill(x < w, float("-inf"))
    y = F.softmax(x, dim=-1)
    y = torch.sqrt(y)
    return y


@triton.jit
def load_tile(x_ptr, z_ptr, w_ptr, cols, n_cols):
    mask = cols < n_cols
    x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr).to(tl.float32)
    x = tl.erf(x)
    x = tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)
    x = x / 0.7
    x = tl.where(x < w, -float("inf"), x)
    return tl.where(mask, x, -float("inf"))


@triton.jit
def softmax_of_three_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_row_ptr, z_row_ptr, w_row_ptr = x_ptr + row * n_cols, z_ptr + row * n_cols, w_ptr + row
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        x = load_tile(x_row_ptr, z_row_ptr, w_row_ptr, start + tl.arange(0, BLOCK), n_cols)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak), axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(x_row_ptr, z_row_ptr, w_row_ptr, cols, n_cols)
        y = tl.exp(x - peak) / norm
        y = tl.sqrt(y)
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def softmax_of_three_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    softmax_of_three_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "log_softmax": {"F.softmax": "F.log_softmax", "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)"},
}

AXES = [
    {  # what z does
        "negative": {"torch.where(x > 0, x / 1.3, x * 1.3)": "torch.where(x < 0, x * 1.3, x / 1.3)",
                     "tl.where(x > 0.0, x / 1.3, x * 1.3)": "tl.where(x < 0.0, x * 1.3, x / 1.3)"},
        "frequency": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x - 0.4 * z",
                      "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x - 0.4 * z"},
        "presence": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x - 0.4 * (z > 0).float()",
                     "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x - 0.4 * tl.where(z > 0.0, 1.0, 0.0)"},
        "bias": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x + z",
                 "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x + z"},
        "kept": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x.masked_fill(z < 0.5, -1e9)",
                 "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "tl.where(z < 0.5, -1e9, x)"},
        "kept_by_log": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x + (1.0 - z) * -10000.0",
                        "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x + (1.0 - z) * -10000.0"},
        "guided": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "z + 1.5 * (x - z)",
                   "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "z + 1.5 * (x - z)"},
        "some": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "torch.where(z > 0, x, 0.1 * x)",
                 "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "tl.where(z > 0.0, x, 0.1 * x)"},
    },
    {"times": {"x = x / 0.7": "x = x * 1.4"}, "as_it_is": {"x = x / 0.7": ""}},
    {  # what w does
        "above": {'x.masked_fill(x < w, float("-inf"))': 'torch.where(x >= w, x, float("-inf"))',
                  'tl.where(x < w, -float("inf"), x)': 'tl.where(x >= w, x, -float("inf"))'},
        "far_below": {'x.masked_fill(x < w, float("-inf"))': "x.masked_fill(x < w, -1e9)",
                      'tl.where(x < w, -float("inf"), x)': "tl.where(x < w, -1e9, x)"},
        "temperature": {"return torch.randn(shape), torch.randn(shape), w": "return torch.randn(shape), torch.randn(shape), w.abs() + 0.5",
                        'x.masked_fill(x < w, float("-inf"))': "x / w", 'tl.where(x < w, -float("inf"), x)': "x / w"},
        "scale": {'x.masked_fill(x < w, float("-inf"))': "x * w", 'tl.where(x < w, -float("inf"), x)': "x * w"},
        "shift": {'x.masked_fill(x < w, float("-inf"))': "x + w", 'tl.where(x < w, -float("inf"), x)': "x + w"},
    },
    {  # of what there is a w
        "column": {"shape[:-1] + (1,)": "shape[-1]", "w = tl.load(w_ptr)": "w = tl.load(w_ptr + cols, mask=mask, other=0.0)", "w_ptr + row": "w_ptr"},
        "each": {"shape[:-1] + (1,)": "shape", "w = tl.load(w_ptr)": "w = tl.load(w_ptr + cols, mask=mask, other=0.0)",
                 "w_ptr + row": "w_ptr + row * n_cols"},
        "number": {"shape[:-1] + (1,)": "1", "w_ptr + row": "w_ptr"},
    },
    ("UNARY+SCALAR", "x = torch.erf(x)", "x = tl.erf(x)", "optional"),
    ("UNARY+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
