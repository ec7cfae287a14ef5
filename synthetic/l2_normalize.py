"""Rows of unit length, y = x / max(norm(x), eps), for several norms and ways to avoid a division by zero.

One program takes one row and reads it twice: for the norm, then for the quotient. The first reading leaves the row in
the cache.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def l2_normalize_torch(x):
    x = torch.relu(x)
    y = F.normalize(x, p=2.0, dim=-1, eps=1e-5)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def l2_normalize_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)
        lanes += x * x
    norm = tl.sqrt(tl.sum(lanes, axis=0))
    norm = tl.maximum(norm, 1e-5)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        y = load_tile(row_ptr, cols, n_cols) / norm
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def l2_normalize_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    l2_normalize_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "l1_normalize": {"p=2.0": "p=1.0", "lanes += x * x": "lanes += tl.abs(x)",
                     "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0)"},
    "max_normalize": {"p=2.0": 'p=float("inf")', "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                      "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.max(lanes, axis=0)"},
    "l2_quotient": {"F.normalize(x, p=2.0, dim=-1, eps=": "x / (torch.linalg.vector_norm(x, dim=-1, keepdim=True) + ",
                    "norm = tl.maximum(norm,": "norm = (norm +"},
    "l1_quotient": {"F.normalize(x, p=2.0, dim=-1, eps=": "x / (torch.sum(torch.abs(x), dim=-1, keepdim=True) + ",
                    "lanes += x * x": "lanes += tl.abs(x)", "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0)",
                    "norm = tl.maximum(norm,": "norm = (norm +"},
    "max_quotient": {"F.normalize(x, p=2.0, dim=-1, eps=": "x / (torch.amax(torch.abs(x), dim=-1, keepdim=True) + ",
                     "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                     "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.max(lanes, axis=0)",
                     "norm = tl.maximum(norm,": "norm = (norm +"},
    "mean_quotient": {"F.normalize(x, p=2.0, dim=-1, eps=": "x / (torch.mean(torch.abs(x), dim=-1, keepdim=True) + ",
                      "lanes += x * x": "lanes += tl.abs(x)", "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0) / n_cols",
                      "norm = tl.maximum(norm,": "norm = (norm +"},
    "square_quotient": {"F.normalize(x, p=2.0, dim=-1, eps=": "x / torch.sqrt(torch.sum(x * x, dim=-1, keepdim=True) + ",
                        "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0)", "norm = tl.maximum(norm,": "norm = tl.sqrt(norm +"},
}

AXES = [
    {  # a view of the result costs nothing
        "unsqueezed": {"return y": "return y.unsqueeze(-2)"},
        "flat": {"return y": "return y.flatten()"},
        "column": {"return y": "return y.unsqueeze(-1)"},
    },
    {"eps6": {"1e-5": "1e-6"}, "eps8": {"1e-5": "1e-8"}, "eps3": {"1e-5": "1e-3"}, "eps12": {"1e-5": "1e-12"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
