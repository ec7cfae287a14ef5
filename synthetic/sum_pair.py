"""Sum over the last dimension of two tensors joined, y[i] = sum_j f(x[i, j], z[i, j]): a row-wise dot product, say.

One program takes one row and walks both inputs in tiles of BLOCK columns. What joins them is computed in registers;
the joined tensor never exists in memory.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def sum_pair_torch(x, z):
    x = torch.maximum(x, z)
    y = torch.sum(x, dim=-1)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def sum_pair_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, z)
        lanes += tl.where(mask, x, 0.0)
    y = tl.sum(lanes, axis=0)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def sum_pair_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    sum_pair_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "mean": {"torch.sum": "torch.mean", "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_cols"},
    "amax": {
        "torch.sum": "torch.amax",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
        "y = tl.sum(lanes, axis=0)": "y = tl.max(lanes, axis=0)",
    },
    "amin": {
        "torch.sum": "torch.amin",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
        "y = tl.sum(lanes, axis=0)": "y = tl.min(lanes, axis=0)",
    },
}

AXES = [
    {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
    {
        "row": {"return torch.randn(shape), torch.randn(shape)": "return torch.randn(shape), torch.randn(shape[-1])",
                "z_ptr + row * n_cols + cols": "z_ptr + cols"},
    },
    ("BINARY", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
