"""Norm of each row, y[i] = (sum_j |x[i, j]|^p)^(1/p), for the p that have a root of their own.

One program takes one row and walks it in tiles of BLOCK columns. Each lane adds up its own powers; the lanes meet, and
the root is drawn, once at the end. A lane beyond the row holds 0, which is no part of any norm.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def norm_torch(x):
    x = torch.relu(x)
    y = torch.linalg.vector_norm(x, ord=2, dim=-1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def norm_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, 0.0)
        lanes += x * x
    y = tl.sqrt(tl.sum(lanes, axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def norm_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    norm_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "l1_norm": {"ord=2": "ord=1", "lanes += x * x": "lanes += tl.abs(x)",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)"},
    "l4_norm": {"ord=2": "ord=4", "lanes += x * x": "lanes += x * x * (x * x)",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sqrt(tl.sqrt(tl.sum(lanes, axis=0)))"},
    "l3_norm": {"ord=2": "ord=3", "lanes += x * x": "lanes += tl.abs(x) * x * x",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 3.0)  # the logarithm of 0 is -inf, and the root 0"},
    "l5_norm": {"ord=2": "ord=5", "lanes += x * x": "lanes += tl.abs(x) * (x * x) * (x * x)",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 5.0)"},
    "l15_norm": {"ord=2": "ord=1.5", "lanes += x * x": "lanes += tl.exp(1.5 * tl.log(tl.abs(x)))",
                 "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 1.5)"},
    "max_norm": {"ord=2": 'ord=float("inf")', "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                 "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.max(lanes, axis=0)"},
    "square_norm": {"y = torch.linalg.vector_norm(x, ord=2,": "y = torch.sum(x * x,",
                    "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)"},
}

AXES = [
    {
        "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
        "last2": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                  "dim=-1": "dim=(-2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]", "x.shape[:-1]": "x.shape[:-2]"},
        "last2_keepdim": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                          "dim=-1": "dim=(-2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-2] + (1, 1)"},
        "last3": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                  "dim=-1": "dim=(-3, -2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                  "x.shape[:-1]": "x.shape[:-3]"},
        "last3_keepdim": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                          "dim=-1": "dim=(-3, -2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
