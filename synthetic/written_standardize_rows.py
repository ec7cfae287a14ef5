"""Rows with their mean taken off and their deviation divided out, written in elementary operations, then a weight and a bias.

One program takes one row and reads it three times: for the mean, for the squares of the deviations, for the result. The deviation
is that of n - 1, or eps stands beside the root, or there is none: what is a layer norm by another name is in layer_norm.py.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])


def written_standardize_rows_torch(x, weight, bias):
    mean = x.mean(dim=-1, keepdim=True)
    spread = x.std(dim=-1, keepdim=True)
    y = (x - mean) / spread
    y = y * weight + bias
    y = torch.sigmoid(y)
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    return tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)


@triton.jit
def written_standardize_rows_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += load_tile(row_ptr, cols, n_cols)
    mean = tl.sum(total, axis=0) / n_cols

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_cols
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)
    spread = tl.sqrt(squares_sum / (n_cols - 1))
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        y = (load_tile(row_ptr, cols, n_cols) - mean - correction) / spread
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        y = tl.sigmoid(y)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def written_standardize_rows_triton(x, weight, bias):
    x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    written_standardize_rows_kernel[(n_rows,)](x, weight, bias, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "eps": ({"mean) / spread": "mean) / (spread + 1e-{0})",
             "tl.sqrt(squares_sum / (n_cols - 1))": "tl.sqrt(squares_sum / (n_cols - 1)) + 1e-{0}"}, "5 6 8"),
    "biased": {"x.std(": "x.std(unbiased=False, ", "squares_sum / (n_cols - 1)": "squares_sum / n_cols"},
    "biased_eps": ({"x.std(": "x.std(unbiased=False, ", "mean) / spread": "mean) / (spread + 1e-{0})",
                    "tl.sqrt(squares_sum / (n_cols - 1))": "tl.sqrt(squares_sum / n_cols) + 1e-{0}"}, "5 6 8"),
    "var": ({"x.std(": "x.var(", "mean) / spread": "mean) / torch.sqrt(spread + 1e-{0})",
             "squares_sum / (n_cols - 1)": "squares_sum / (n_cols - 1) + 1e-{0}"}, "5 6"),
    "center": {"spread = x.std(dim=-1, keepdim=True)": "", "mean) / spread": "mean)",
               "squares = tl.zeros([BLOCK], dtype=tl.float32)": "", "squares += deviation * deviation": "",
               "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)": "",
               "spread = tl.sqrt(squares_sum / (n_cols - 1))": "", "(load_tile(row_ptr, cols, n_cols) - mean - correction) / spread":
               "load_tile(row_ptr, cols, n_cols) - mean - correction"},
}

AXES = [
    {
        "plain": {"return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                  "(x, weight, bias)": "(x)", "y = y * weight + bias": "", "x_ptr, weight_ptr, bias_ptr,": "x_ptr,", "(x, weight, bias, y": "(x, y",
                  "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()": "x = x.contiguous()",
                  "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                  "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": ""},
        "weight": {"torch.randn(shape[-1]), torch.randn(shape[-1])": "torch.randn(shape[-1])", "(x, weight, bias)": "(x, weight)",
                   "y = y * weight + bias": "y = y * weight", "x_ptr, weight_ptr, bias_ptr,": "x_ptr, weight_ptr,", "(x, weight, bias, y": "(x, weight, y",
                   "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()": "x, weight = x.contiguous(), weight.contiguous()",
                   "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": ""},
    },
    ("UNARY+TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
