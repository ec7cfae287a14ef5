"""Where the largest element of a row is, y[i] = argmax_j x[i, j]; the first one where several are largest.

One program walks one row in tiles. Each lane remembers the best value that it has seen and its column; a later equal
value does not replace it. At the end the lanes agree on the value, and the smallest column that holds it wins.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def argmax_torch(x):
    x = torch.abs(x)
    y = torch.argmax(x, dim=-1)
    return y


@triton.jit
def argmax_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
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
    winner = tl.max(best, axis=0)
    y = tl.min(tl.where(best == winner, place, n_cols), axis=0)
    tl.store(y_ptr + row, y)


def argmax_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    argmax_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
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
