"""A row meets a statistic of its own, y = x * mean(x): gates, centred rows, quotients by a sum or by a norm.

One program takes one row and reads it twice: first for the statistic, each lane gathering its share of the tiles, then
for the result. The second reading comes from the cache.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def row_gate_torch(x):
    x = torch.relu(x)
    z = torch.mean(x, dim=-1, keepdim=True)
    y = x * z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def row_gate_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(row_ptr, cols, n_cols)
        lanes += tl.where(cols < n_cols, x, 0.0)
    z = tl.sum(lanes, axis=0) / n_cols
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(row_ptr, cols, n_cols)
        y = z * x
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def row_gate_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    row_gate_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "row_sum_gate": {"torch.mean(": "torch.sum(", "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sum(lanes, axis=0)"},
    "row_max_gate": {
        "torch.mean(": "torch.amax(",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
        "lanes += tl.where(cols < n_cols, x, 0.0)": 'lanes = tl.maximum(lanes, tl.where(cols < n_cols, x, -float("inf")))',
        "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.max(lanes, axis=0)",
    },
    "row_min_gate": {
        "torch.mean(": "torch.amin(",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
        "lanes += tl.where(cols < n_cols, x, 0.0)": 'lanes = tl.minimum(lanes, tl.where(cols < n_cols, x, float("inf")))',
        "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.min(lanes, axis=0)",
    },
    "row_norm_gate": {"torch.mean(": "torch.linalg.vector_norm(", "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, x * x, 0.0)",
                      "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sqrt(tl.sum(lanes, axis=0))"},
    "row_l1_gate": {"torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                    "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, tl.abs(x), 0.0)",
                    "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sum(lanes, axis=0)"},
    "row_mean_abs_gate": {"torch.mean(x,": "torch.mean(torch.abs(x),", "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, tl.abs(x), 0.0)"},
    "row_max_abs_gate": {"torch.mean(x,": "torch.amax(torch.abs(x),",
                         "lanes += tl.where(cols < n_cols, x, 0.0)": "lanes = tl.maximum(lanes, tl.where(cols < n_cols, tl.abs(x), 0.0))",
                         "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.max(lanes, axis=0)"},
}

AXES = [
    {  # how the row and its statistic meet
        "quotient": {"y = x * z": "y = x / z", "y = z * x": "y = x / z"},
        "minus": {"y = x * z": "y = x - z", "y = z * x": "y = x - z"},
        "plus": {"y = x * z": "y = x + z", "y = z * x": "y = x + z"},
        "over": {"y = x * z": "y = x / (torch.abs(z) + 1e-6)", "y = z * x": "y = x / (tl.abs(z) + 1e-6)"},
        "over_large": {"y = x * z": "y = x / (1.0 + torch.abs(z))", "y = z * x": "y = x / (1.0 + tl.abs(z))"},
        "over_clamped": {"y = x * z": "y = x / z.clamp(min=1e-3)", "y = z * x": "y = x / tl.maximum(z, 1e-3)"},
        "sigmoid": {"y = x * z": "y = x * torch.sigmoid(z)", "y = z * x": "y = x * tl.sigmoid(z)"},
        "silu": {"y = x * z": "y = x * F.silu(z)", "y = z * x": "y = x * (z * tl.sigmoid(z))"},
        "hardsigmoid": {"y = x * z": "y = x * F.hardsigmoid(z)", "y = z * x": "y = x * (tl.minimum(tl.maximum(z + 3.0, 0.0), 6.0) / 6.0)"},
        "one_plus": {"y = x * z": "y = x * (1.0 + z)", "y = z * x": "y = x * (1.0 + z)"},
        "residual": {"y = x * z": "y = x + x * z", "y = z * x": "y = x + x * z"},
        "half": {"y = x * z": "y = x - 0.5 * z", "y = z * x": "y = x - 0.5 * z"},
        "mask": {"y = x * z": "y = torch.where(x > z, x, 0.0)", "y = z * x": "y = tl.where(x > z, x, 0.0)"},
        "largest": {"y = x * z": "y = torch.maximum(x, z)", "y = z * x": "y = tl.maximum(x, z)"},
        "exp_minus": {"y = x * z": "y = torch.exp(-torch.abs(x - z))", "y = z * x": "y = tl.exp(-tl.abs(x - z))"},
        "square_minus": {"y = x * z": "y = (x - z) ** 2", "y = z * x": "y = (x - z) * (x - z)"},
    },
    {  # the statistic of a plane or of a whole sample
        "last2": {"CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                  "dim=-1": "dim=(-2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]"},
        "last3": {"CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                  "dim=-1": "dim=(-3, -2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
