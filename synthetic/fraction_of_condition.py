"""How much of a tensor fulfils a condition over any dimensions, y[b, d] = mean_ac [x[a, b, c, d] > 0.5]: sparsity, share of the positive.

What is kept, and what is reduced, are two groups of neighbouring dimensions each (or one, or three): the place of element (r, c) is
r // n_low * high + r % n_low * low + c // n_second * first + c % n_second * second. A program takes ROWS results at
a time and one of at most 64 shares of their elements, so that few results keep the whole machine busy, and walks it in tiles of
BLOCK: whichever of the two lies in neighbouring places, a tile reads whole lines of memory. A second launch folds the shares.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]


def make(*shape):
    return (torch.randn(shape),)


def fraction_of_condition_torch(x):
    x = torch.relu(x)
    hit = x > 0.5
    y = torch.mean(hit.float(), dim=(0, 2))
    y = torch.sigmoid(y)
    return y


@triton.jit
def fraction_of_condition_share_kernel(x_ptr, partial_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                                       ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts = (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        places = starts + cols // n_second * first + cols % n_second * second
        x = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        hit = x > 0.5
        lanes += tl.where(mask & hit, 1.0, 0.0)
    partial = tl.sum(lanes, axis=1)
    tl.store(partial_ptr + tl.program_id(1).to(tl.int64) * n_rows + rows, partial, mask=rows < n_rows)


@triton.jit
def fraction_of_condition_kernel(partial_ptr, y_ptr, n_rows, n_cols, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    shares = tl.arange(0, SHARES).to(tl.int64)
    mask = (shares[:, None] < n_shares) & (rows < n_rows)
    partial = tl.load(partial_ptr + shares[:, None] * n_rows + rows, mask=mask, other=0.0)
    y = tl.sum(partial, axis=0) / n_cols
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)


def fraction_of_condition_triton(x):
    x = x.contiguous()
    A, B, C, D = x.shape
    n_rows, n_low, high, low = B * D, D, C * D, 1
    n_cols, n_second, first, second = A * C, C, B * C * D, D
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    partial = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)
    y = x.new_empty((B, D))
    grid = (triton.cdiv(n_rows, 16), n_shares)
    fraction_of_condition_share_kernel[grid](x, partial, n_rows, n_low, high, low, n_cols, n_second, first, second, share, ROWS=16, BLOCK=128)
    fraction_of_condition_kernel[(triton.cdiv(n_rows, 64),)](partial, y, n_rows, n_cols, n_shares, SHARES=64, BLOCK=64)
    return y


FAMILY = {
    "nonzero": {"(torch.randn(shape),)": "(torch.randn(shape).relu(),)", "x > 0.5": "x != 0.0"},
    "zero": {"(torch.randn(shape),)": "(torch.randn(shape).relu(),)", "x > 0.5": "x == 0.0"},
    "sum": {"torch.mean(": "torch.sum(", "axis=0) / n_cols": "axis=0)", "partial_ptr, y_ptr, n_rows, n_cols": "partial_ptr, y_ptr, n_rows",
            "partial, y, n_rows, n_cols": "partial, y, n_rows"},
    "missing": {"y = torch.mean(hit.float(), ": "y = 1.0 - torch.mean(hit.float(), ",
                "tl.sum(partial, axis=0) / n_cols": "1.0 - tl.sum(partial, axis=0) / n_cols"},
    "percent": {"y = torch.mean(hit.float(), ": "y = 100.0 * torch.mean(hit.float(), ",
                "tl.sum(partial, axis=0) / n_cols": "100.0 * (tl.sum(partial, axis=0) / n_cols)"},
    "two": {"(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "fraction_of_condition_torch(x)": "fraction_of_condition_torch(x, z)",
            "fraction_of_condition_triton(x)": "fraction_of_condition_triton(x, z)",
            "0.5": "z", "x = x.contiguous()": "x, z = x.contiguous(), z.contiguous()",
            "(x_ptr, partial_ptr": "(x_ptr, z_ptr, partial_ptr", "[grid](x, partial": "[grid](x, z, partial",
            "x = tl.load(": "z = tl.load(z_ptr + places, mask=mask, other=0.0).to(tl.float32)\nx = tl.load("},
}

AXES = [
    "DIMS",
    {  # operations that round as PyTorch rounds: another rounding would fall on the other side of the threshold
        "plain": {"x = torch.relu(x)": "", "x = tl.maximum(x, 0.0)": ""},
        "abs": {"x = torch.relu(x)": "x = torch.abs(x)", "x = tl.maximum(x, 0.0)": "x = tl.abs(x)"},
        "neg": {"x = torch.relu(x)": "x = -x", "x = tl.maximum(x, 0.0)": "x = -x"},
        "square": {"x = torch.relu(x)": "x = x * x", "x = tl.maximum(x, 0.0)": "x = x * x"},
        "double": {"x = torch.relu(x)": "x = x * 2.0", "x = tl.maximum(x, 0.0)": "x = x * 2.0"},
        "distance": {"x = torch.relu(x)": "x = torch.abs(x - 0.5)", "x = tl.maximum(x, 0.0)": "x = tl.abs(x - 0.5)"},
        "add1": {"x = torch.relu(x)": "x = x + 1.0", "x = tl.maximum(x, 0.0)": "x = x + 1.0"},
        "from1": {"x = torch.relu(x)": "x = 1.0 - x", "x = tl.maximum(x, 0.0)": "x = 1.0 - x"},
        "rounded": {"x = torch.relu(x)": "x = torch.floor(x)", "x = tl.maximum(x, 0.0)": "x = tl.floor(x)"},
    },
    {
        "ge": {"x >": "x >="}, "lt": {"x >": "x <"}, "le": {"x >": "x <="},
    },
    {"to": {"hit.float()": "hit.to(torch.float32)"}, "where": {"hit.float()": "torch.where(hit, 1.0, 0.0)"}, "times": {"hit.float()": "1.0 * hit"}},
    ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
