"""Place of the largest of what two tensors make of each other, y[i] = argmax_j |x[i, j] - z[i, j]|: the first, where several are.

One program takes one row. A lane keeps the best of its columns and where it stood; of the lanes' best the one furthest left wins.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def argmax_joins_torch(x, z):
    x = torch.abs(x - z)
    y = torch.argmax(x, dim=-1)
    return y


@triton.jit
def argmax_joins_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    place = tl.arange(0, BLOCK)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x - z)
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, cols, place)
    winner = tl.max(best, axis=0)
    y = tl.min(tl.where(best == winner, place, n_cols), axis=0)
    tl.store(y_ptr + row, y)


def argmax_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    argmax_joins_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "argmin": {
        "torch.argmax": "torch.argmin",
        '-float("inf")': 'float("inf")',
        "x > best": "x < best",
        "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)",
    },
}

AXES = [
    {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
    {  # the shape of z
        "row": {"return torch.randn(shape), torch.randn(shape)": "return torch.randn(shape), torch.randn(shape[-1])",
                "z_ptr + row * n_cols + cols": "z_ptr + cols"},
        "column": {"return torch.randn(shape), torch.randn(shape)": "return torch.randn(shape), torch.randn(*shape[:-1], 1)",
                   "tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0)": "tl.load(z_ptr + row)"},
    },
    {  # operations that keep different values different: a tie would leave the index open
        "sum": {"torch.abs(x - z)": "x + z", "tl.abs(x - z)": "x + z"},
        "difference": {"torch.abs(x - z)": "x - z", "tl.abs(x - z)": "x - z"},
        "turned": {"torch.abs(x - z)": "z - x", "tl.abs(x - z)": "z - x"},
        "product": {"torch.abs(x - z)": "x * z", "tl.abs(x - z)": "x * z"},
        "square": {"torch.abs(x - z)": "(x - z) ** 2", "x = tl.abs(x - z)": "x = x - z\nx = x * x"},
        "scaled": {"torch.abs(x - z)": "x * 0.5 + z", "tl.abs(x - z)": "x * 0.5 + z"},
        "scaled_again": {"torch.abs(x - z)": "x + z * 0.1", "tl.abs(x - z)": "x + z * 0.1"},
        "hidden": {"torch.abs(x - z)": "x.masked_fill(z > 1.0, -1e9)", "tl.abs(x - z)": "tl.where(z > 1.0, -1e9, x)"},
        "rectified": {"torch.abs(x - z)": "torch.relu(z) - x", "tl.abs(x - z)": "tl.maximum(z, 0.0) - x"},
        "abs": {"torch.abs(x - z)": "torch.abs(x) * z", "tl.abs(x - z)": "tl.abs(x) * z"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
