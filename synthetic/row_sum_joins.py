"""A row's sum, a second number of the row, and the row again, y = x / (sum(x) + z): a softmax with one more in its denominator, a running state.

One program takes one row and reads it twice: for the sum, and for the result. The second reading mostly comes from the cache.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]


def make(*shape):
    return torch.rand(shape) + 0.1, torch.rand(shape[:-1] + (1,)) + 0.1


def row_sum_joins_torch(x, z):
    s = torch.sum(x, dim=-1, keepdim=True)
    s = s + z
    y = x / s
    y = torch.sqrt(y)
    return y


@triton.jit
def row_sum_joins_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += x
    s = tl.sum(lanes, axis=0)
    z = tl.load(z_ptr + row).to(tl.float32)
    s = z + s
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = x / s
        y = tl.sqrt(y)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def row_sum_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    row_sum_joins_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "mean": {"torch.sum(x, ": "torch.mean(x, ", "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols"},
    "largest": {"torch.sum(x, ": "torch.amax(x, ", "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                "lanes += x": 'lanes = tl.maximum(lanes, tl.where(cols < n_cols, x, -float("inf")))', "s = tl.sum(lanes, axis=0)": "s = tl.max(lanes, axis=0)"},
    "square": {"torch.sum(x, ": "torch.sum(x * x, ", "lanes += x": "lanes += x * x"},
    "norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ", "lanes += x": "lanes += x * x", "s = tl.sum(lanes, axis=0)": "s = tl.sqrt(tl.sum(lanes, axis=0))"},
}

AXES = [
    {  # what z is
        "number": {"torch.rand(shape[:-1] + (1,)) + 0.1": "torch.rand(()) + 0.1", "z_ptr + row)": "z_ptr)"},
        "one": {"torch.rand(shape[:-1] + (1,)) + 0.1": "torch.rand(1) + 0.1", "z_ptr + row)": "z_ptr)"},
        "short": {"shape[:-1] + (1,)": "shape[:-1]", "def row_sum_joins_torch(x, z):": "def row_sum_joins_torch(x, z):\n    z = z.unsqueeze(-1)"},
        "statistic_first": {"return torch.rand(shape) + 0.1, torch.rand(shape[:-1] + (1,)) + 0.1": "return torch.rand(shape[:-1] + (1,)) + 0.1, torch.rand(shape) + 0.1",
                            "def row_sum_joins_torch(x, z)": "def row_sum_joins_torch(z, x)", "def row_sum_joins_triton(x, z)": "def row_sum_joins_triton(z, x)"},
    },
    {  # how the number and the sum meet
        "eps": ({"s + z": "s + z + 1e-{0}", "z + s": "z + s + 1e-{0}"}, "5 6 8"),
        "product": {"s + z": "s * z", "z + s": "z * s"},
        "product_eps": ({"s + z": "s * z + 1e-{0}", "z + s": "z * s + 1e-{0}"}, "5 6 8"),
        "larger": {"s + z": "torch.maximum(s, z)", "z + s": "tl.maximum(z, s)"},
        "exponential": {"s + z": "s + torch.exp(-z)", "z + s": "tl.exp(-z) + s"},
        "root": ({"s + z": "torch.sqrt(s * z + 1e-{0})", "z + s": "tl.sqrt(z * s + 1e-{0})"}, "5 6 8"),
    },
    {  # how the row meets both
        "times": {"y = x / s": "y = x * s"},
        "minus": {"y = x / s": "y = x - s"},
        "share": {"y = x / s": "y = x / s * z"},
        "shifted": {"y = x / s": "y = (x - z) / s"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
