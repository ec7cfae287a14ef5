"""Is any element of a row beyond a bound, y[i] = any_j(x[i, j] > c); or are all of them?

One program takes one row in tiles of BLOCK columns. A lane holds 0 or 1, so that "any" is the largest lane and "all"
the smallest; a lane beyond the row holds what decides nothing.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (9, 12), (12, 33), (3, 4, 20), (2, 3, 2, 12), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def any_all_torch(x):
    x = torch.abs(x)
    y = torch.any(x > 1.5, dim=-1)
    return y


@triton.jit
def any_all_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.full([BLOCK], 0, dtype=tl.int32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        holds = (x > 1.5).to(tl.int32)
        lanes = tl.maximum(lanes, tl.where(mask, holds, 0))
    y = tl.max(lanes, axis=0) > 0
    tl.store(y_ptr + row, y)


def any_all_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty(x.shape[:-1], dtype=torch.bool, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    any_all_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "every": {
        "torch.any": "torch.all",
        "lanes = tl.full([BLOCK], 0, dtype=tl.int32)": "lanes = tl.full([BLOCK], 1, dtype=tl.int32)",
        "lanes = tl.maximum(lanes, tl.where(mask, holds, 0))": "lanes = tl.minimum(lanes, tl.where(mask, holds, 1))",
        "y = tl.max(lanes, axis=0) > 0": "y = tl.min(lanes, axis=0) > 0",
    },
}

AXES = [
    {
        "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
        "last2": {"CASES = [(1, 1), (9, 12), (12, 33), (3, 4, 20), (2, 3, 2, 12), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 2), (5, 3, 4), (3, 4, 5, 4), (2, 2, 2, 5, 3), (2, 40, 30)]",
                  "dim=-1": "dim=(-2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]", "x.shape[:-1]": "x.shape[:-2]"},
        "last2_keepdim": {"CASES = [(1, 1), (9, 12), (12, 33), (3, 4, 20), (2, 3, 2, 12), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 2), (5, 3, 4), (3, 4, 5, 4), (2, 2, 2, 5, 3), (2, 40, 30)]",
                          "dim=-1": "dim=(-2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-2] + (1, 1)"},
        "last3": {"CASES = [(1, 1), (9, 12), (12, 33), (3, 4, 20), (2, 3, 2, 12), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 1, 2), (7, 3, 2, 2), (3, 2, 4, 2, 3), (2, 4, 20, 15)]",
                  "dim=-1": "dim=(-3, -2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                  "x.shape[:-1]": "x.shape[:-3]"},
        "last3_keepdim": {"CASES = [(1, 1), (9, 12), (12, 33), (3, 4, 20), (2, 3, 2, 12), (2, 2, 3, 2, 9), (2, 2100)]":
                              "CASES = [(1, 1, 1, 2), (7, 3, 2, 2), (3, 2, 4, 2, 3), (2, 4, 20, 15)]",
                          "dim=-1": "dim=(-3, -2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                          "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)"},
    },
    {
        "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
        "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
        "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
        "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
        "distance": {"x = torch.abs(x)": "x = torch.abs(x - 0.5)", "x = tl.abs(x)": "x = tl.abs(x - 0.5)"},
    },
    {
        "gt2": {"x > 1.5": "x > 2.0"}, "gt25": {"x > 1.5": "x > 2.5"}, "gt3": {"x > 1.5": "x > 3.0"}, "gt1": {"x > 1.5": "x > 1.0"},
        "ge2": {"x > 1.5": "x >= 2.0"}, "ge22": {"x > 1.5": "x >= 2.2"}, "lt2": {"x > 1.5": "x < 2.0"}, "lt25": {"x > 1.5": "x < 2.5"},
        "lt_minus1": {"x > 1.5": "x < -1.0"}, "lt_minus2": {"x > 1.5": "x < -2.0"}, "le_small": {"x > 1.5": "x <= 0.05"},
        "lt_small": {"x > 1.5": "x < 0.02"}, "gt_minus2": {"x > 1.5": "x > -2.0"}, "gt_small": {"x > 1.5": "x > 0.03"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
