"""The largest element of a row and where it is, torch.max(x, dim=-1): two outputs from one reading of x.

One program walks one row in tiles. Each lane remembers the best value that it has seen and its column; a later equal
value does not replace it. At the end the lanes agree on the value, and the smallest column that holds it wins.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def max_with_index_torch(x):
    x = torch.abs(x)
    value, index = torch.max(x, dim=-1)
    return value, index


@triton.jit
def max_with_index_kernel(x_ptr, value_ptr, index_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    place = tl.arange(0, BLOCK)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, cols, place)
    value = tl.max(best, axis=0)
    index = tl.min(tl.where(best == value, place, n_cols), axis=0)
    tl.store(value_ptr + row, value)
    tl.store(index_ptr + row, index)


def max_with_index_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    value = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
    index = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    max_with_index_kernel[(n_rows,)](x, value, index, n_cols, BLOCK=block)
    return value, index


FAMILY = {
    "min_with_index": {
        "torch.max(x": "torch.min(x",
        '-float("inf")': 'float("inf")',
        "x > best": "x < best",
        "value = tl.max(best, axis=0)": "value = tl.min(best, axis=0)",
    },
}

AXES = [
    {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
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
