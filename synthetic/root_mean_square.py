"""Root mean square of each row, y[i] = sqrt(sum_j x[i, j]^2 / n + eps), and its relatives.

One program takes one row and walks it in tiles of BLOCK columns; each lane adds up its own squares, and the lanes meet
once, at the end. A lane beyond the row holds 0, which adds nothing.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def root_mean_square_torch(x):
    x = torch.relu(x)
    y = torch.sqrt(torch.mean(x * x, dim=-1) + 1e-6)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def root_mean_square_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        squares += tl.where(mask, x * x, 0.0)
    y = tl.sqrt(tl.sum(squares, axis=0) / n_cols + 1e-6)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def root_mean_square_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    root_mean_square_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "smooth_norm": {"torch.mean(x * x": "torch.sum(x * x", "tl.sum(squares, axis=0) / n_cols": "tl.sum(squares, axis=0)"},
    "reciprocal": {"y = torch.sqrt": "y = torch.rsqrt", "y = tl.sqrt": "y = tl.rsqrt"},
    "reciprocal_norm": {"torch.mean(x * x": "torch.sum(x * x", "tl.sum(squares, axis=0) / n_cols": "tl.sum(squares, axis=0)",
                        "y = torch.sqrt": "y = torch.rsqrt", "y = tl.sqrt": "y = tl.rsqrt"},
}

AXES = [
    {
        "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
        "last2": {"CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                  "dim=-1": "dim=(-2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]", "x.shape[:-1]": "x.shape[:-2]"},
        "last2_keepdim": {"CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                          "dim=-1": "dim=(-2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-2] + (1, 1)"},
        "last3": {"CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                  "dim=-1": "dim=(-3, -2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                  "x.shape[:-1]": "x.shape[:-3]"},
        "last3_keepdim": {"CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                          "dim=-1": "dim=(-3, -2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)"},
    },
    {"eps5": {"1e-6": "1e-5"}, "eps8": {"1e-6": "1e-8"}, "eps2": {"1e-6": "0.01"}, "eps12": {"1e-6": "1e-12"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
