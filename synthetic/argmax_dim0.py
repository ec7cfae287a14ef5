"""Where the largest element of a column is, y[j] = argmax_i x[i, j]; the first one where several are largest.

A program takes a strip of BLOCK_COLS columns and walks down it a tile at a time. In a tile, every one of BLOCK_ROWS
lanes of a column keeps its own best; the lanes of a column agree at the end. That keeps many loads in flight where the
columns are few and long.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (70, 100)]


def make(*shape):
    return (torch.randn(shape),)


def argmax_dim0_torch(x):
    x = torch.abs(x)
    y = torch.argmax(x, dim=0)
    return y


@triton.jit
def argmax_dim0_kernel(x_ptr, y_ptr, n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    best = tl.full([BLOCK_ROWS, BLOCK_COLS], -float("inf"), dtype=tl.float32)
    place = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.int32)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
        offsets = rows[:, None].to(tl.int64) * n_cols + cols[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, rows[:, None], place)
    winner = tl.max(best, axis=0)
    y = tl.min(tl.where(best == winner[None, :], place, n_rows), axis=0)
    tl.store(y_ptr + cols, y, mask=cols < n_cols)


def argmax_dim0_triton(x):
    x = x.contiguous()
    n_rows = x.shape[0]
    n_cols = x.numel() // n_rows
    y = torch.empty(x.shape[1:], dtype=torch.int64, device=x.device)
    grid = (triton.cdiv(n_cols, 64),)
    argmax_dim0_kernel[grid](x, y, n_rows, n_cols, BLOCK_ROWS=32, BLOCK_COLS=64)
    return y


FAMILY = {
    "argmin_dim0": {
        "torch.argmax": "torch.argmin",
        '-float("inf")': 'float("inf")',
        "x > best": "x < best",
        "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)",
    },
}

AXES = [
    {"keepdim": {"dim=0": "dim=0, keepdim=True", "x.shape[1:]": "(1,) + x.shape[1:]"}},
    {  # operations that keep different values different: a tie would leave the index open
        "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
        "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
        "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
        "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
        "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
        "minus_square": {"x = torch.abs(x)": "x = -x * x", "x = tl.abs(x)": "x = -x * x"},
        "minus_abs": {"x = torch.abs(x)": "x = -torch.abs(x)", "x = tl.abs(x)": "x = -tl.abs(x)"},
        "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
        "sub03": {"x = torch.abs(x)": "x = x - 0.3", "x = tl.abs(x)": "x = x - 0.3"},
        "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"},
        "distance": {"x = torch.abs(x)": "x = torch.abs(x - 1.0)", "x = tl.abs(x)": "x = tl.abs(x - 1.0)"},
        "leaky": {"x = torch.abs(x)": "x = F.leaky_relu(x, 0.2)", "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.2 * x)"},
    },
]

def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
