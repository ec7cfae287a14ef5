"""A row meets a statistic of another row, y = x * mean(w): a gate pooled from one tensor and applied to another.

One program takes one row of w and reduces it, each lane gathering its share of the tiles; then it walks the row of x that
belongs to it, which may be of another length.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, 9), (2, 3, 2, 17)), ((2, 1100), (2, 2100))]


def make(x_shape, w_shape):
    return torch.randn(x_shape), torch.randn(w_shape)


def other_gate_torch(x, w):
    z = torch.mean(w, dim=-1, keepdim=True)
    y = x * z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def other_gate_kernel(x_ptr, w_ptr, y_ptr, n_cols, n_reduced, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_reduced, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_reduced
        w = tl.load(w_ptr + row * n_reduced + cols, mask=mask, other=0.0).to(tl.float32)
        lanes += tl.where(mask, w, 0.0)
    z = tl.sum(lanes, axis=0) / n_reduced
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        y = z * x
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def other_gate_triton(x, w):
    x, w = x.contiguous(), w.contiguous()
    n_cols, n_reduced = x.shape[-1], w.shape[-1]
    n_rows = w.numel() // n_reduced
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(max(n_cols, n_reduced)), 1024)
    other_gate_kernel[(n_rows,)](x, w, y, n_cols, n_reduced, BLOCK=block)
    return y


FAMILY = {
    "other_sum_gate": {"torch.mean(": "torch.sum(", "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.sum(lanes, axis=0)"},
    "other_max_gate": {
        "torch.mean(": "torch.amax(",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, w, 0.0)": 'lanes = tl.maximum(lanes, tl.where(mask, w, -float("inf")))',
        "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.max(lanes, axis=0)",
    },
    "other_min_gate": {
        "torch.mean(": "torch.amin(",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, w, 0.0)": 'lanes = tl.minimum(lanes, tl.where(mask, w, float("inf")))',
        "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.min(lanes, axis=0)",
    },
    "other_norm_gate": {"torch.mean(": "torch.linalg.vector_norm(", "tl.where(mask, w, 0.0)": "tl.where(mask, w * w, 0.0)",
                      "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.sqrt(tl.sum(lanes, axis=0))"},
    "other_l1_gate": {"torch.mean(w, ": "torch.linalg.vector_norm(w, ord=1, ",
                    "tl.where(mask, w, 0.0)": "tl.where(mask, tl.abs(w), 0.0)",
                    "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.sum(lanes, axis=0)"},
}

AXES = [
    {"statistic_first": {"return torch.randn(x_shape), torch.randn(w_shape)": "return torch.randn(w_shape), torch.randn(x_shape)",
                         "def other_gate_torch(x, w)": "def other_gate_torch(w, x)",
                         "def other_gate_triton(x, w)": "def other_gate_triton(w, x)"}},
    {  # how the row and the statistic meet
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
    {
        "last2": {"[((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, 9), (2, 3, 2, 17)), ((2, 1100), (2, 2100))]":
                      "[((1, 1, 1), (1, 1, 2)), ((3, 5, 2), (3, 5, 7)), ((2, 3, 2, 7), (2, 3, 4, 13)), ((2, 50, 27), (2, 40, 30))]",
                  "dim=-1": "dim=(-2, -1)",
                  "n_cols, n_reduced = x.shape[-1], w.shape[-1]":
                      "n_cols, n_reduced = x.shape[-2] * x.shape[-1], w.shape[-2] * w.shape[-1]"},
        "last3": {"[((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, 9), (2, 3, 2, 17)), ((2, 1100), (2, 2100))]":
                      "[((1, 1, 1, 1), (1, 1, 1, 2)), ((3, 5, 2, 3), (3, 2, 4, 7)), ((2, 5, 27, 10), (2, 4, 30, 11))]",
                  "dim=-1": "dim=(-3, -2, -1)", "n_cols, n_reduced = x.shape[-1], w.shape[-1]": "n_rows = x.shape[0]",
                  "n_rows = w.numel() // n_reduced": "n_cols, n_reduced = x.numel() // n_rows, w.numel() // n_rows"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
