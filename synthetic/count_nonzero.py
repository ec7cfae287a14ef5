"""How many elements of a row fulfil a condition, y[i] = #{j : x[i, j] > c}.

One program takes one row in tiles of BLOCK columns. Each lane counts for itself in int32, exactly, and the lanes are
added once, at the end. The count is stored as int64, which is what PyTorch returns.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def count_nonzero_torch(x):
    x = torch.abs(x)
    hit = x > 0.5
    y = torch.count_nonzero(hit, dim=-1)
    return y


@triton.jit
def count_nonzero_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    counts = tl.zeros([BLOCK], dtype=tl.int32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        counts += (mask & (x > 0.5)).to(tl.int32)
    y = tl.sum(counts, axis=0)
    tl.store(y_ptr + row, y)


def count_nonzero_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    count_nonzero_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "fraction": {
        "torch.count_nonzero(hit": "torch.mean(1.0 * hit",
        "y = tl.sum(counts, axis=0)": "y = tl.sum(counts, axis=0).to(tl.float32) / n_cols",
        "dtype=torch.int64": "dtype=torch.float32",
    },
}

AXES = [
    {
        "last2": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                  "dim=-1": "dim=(-2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]", "x.shape[:-1]": "x.shape[:-2]"},
        "last3": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                      "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                  "dim=-1": "dim=(-3, -2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                  "x.shape[:-1]": "x.shape[:-3]"},
    },
    {
        "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
        "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
        "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
        "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
        "distance": {"x = torch.abs(x)": "x = torch.abs(x - 0.5)", "x = tl.abs(x)": "x = tl.abs(x - 0.5)"},
    },
    {
        "gt0": {"x > 0.5": "x > 0.0"}, "ge0": {"x > 0.5": "x >= 0.0"}, "gt1": {"x > 0.5": "x > 1.0"}, "ge1": {"x > 0.5": "x >= 1.0"},
        "gt02": {"x > 0.5": "x > 0.2"}, "lt02": {"x > 0.5": "x < 0.2"}, "lt1": {"x > 0.5": "x < 1.0"}, "le1": {"x > 0.5": "x <= 1.0"},
        "lt15": {"x > 0.5": "x < 1.5"}, "gt15": {"x > 0.5": "x > 1.5"}, "gt_minus1": {"x > 0.5": "x > -1.0"},
                 "le_minus1": {"x > 0.5": "x <= -1.0"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
