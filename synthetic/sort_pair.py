"""Sorting along one dimension together with the places that the values come from, as torch.sort gives both.

An element's place in the result is its rank: how many of its line come before it, of equal ones those further left. One
program ranks BLOCK elements against the whole line in tiles, so a line may be of any length; a dimension that is not the
last is a line with a stride.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]


def make(*shape):
    return (torch.randn(shape),)


def sort_pair_torch(x):
    x = torch.abs(x)
    y, index = torch.sort(x, dim=-1, descending=False, stable=True)
    return y, index


@triton.jit
def load_line(x_ptr, at, mask):
    x = tl.load(x_ptr + at, mask=mask, other=0.0).to(tl.float32)
    x = tl.abs(x)
    return x


@triton.jit
def sort_pair_kernel(x_ptr, y_ptr, index_ptr, size, inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(size, BLOCK)
    line = (tl.program_id(0) // n_blocks).to(tl.int64)
    first = line // inner * size * inner + line % inner  # where the line begins
    j = tl.program_id(0) % n_blocks * BLOCK + tl.arange(0, BLOCK)
    mine = load_line(x_ptr, first + j * inner, j < size)
    rank = tl.zeros((BLOCK,), tl.int32)
    for start in range(0, size, BLOCK):
        k = start + tl.arange(0, BLOCK)
        x = load_line(x_ptr, first + k * inner, k < size)
        before = (x[None, :] < mine[:, None]) | ((x[None, :] == mine[:, None]) & (k[None, :] < j[:, None]))
        rank += tl.sum((before & (k < size)[None, :]).to(tl.int32), axis=1)
    tl.store(y_ptr + first + rank * inner, mine, mask=j < size)
    tl.store(index_ptr + first + rank * inner, j.to(tl.int64), mask=j < size)


def sort_pair_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    index = torch.empty(x.shape, dtype=torch.int64, device=x.device)
    size, inner = x.shape[-1], x.stride(-1)
    grid = (x.numel() // size * triton.cdiv(size, 64),)
    sort_pair_kernel[grid](x, y, index, size, inner, BLOCK=64)
    return y, index


FAMILY = {
    "sort_pair_values": {
        "return y, index": "return y", "y_ptr, index_ptr": "y_ptr", "x, y, index": "x, y",
        "index = torch.empty(x.shape, dtype=torch.int64, device=x.device)": "",
        "tl.store(index_ptr + first + rank * inner, j.to(tl.int64), mask=j < size)": "",
    },
    "sort_pair_places": {
        "return y, index": "return index", "y_ptr, index_ptr": "index_ptr", "x, y, index": "x, index",
        "y = torch.empty_like(x)": "", "tl.store(y_ptr + first + rank * inner, mine, mask=j < size)": "",
    },
}

AXES = [
    {"descending": {"descending=False": "descending=True", "x[None, :] < mine[:, None]": "x[None, :] > mine[:, None]"}},
    {
        "dim0": {"CASES = [(1, 2), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": "CASES = [(2, 1), (33, 3), (17, 2, 5), (9, 2, 3, 4)]",
                 "dim=-1": "dim=0", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)"},
        "dim2": {"CASES = [(1, 2), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": "CASES = [(1, 2, 1), (3, 33, 2), (2, 3, 12, 5)]",
                 "dim=-1": "dim=-2", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)"},
        "dim3": {"CASES = [(1, 2), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": "CASES = [(1, 2, 1, 1), (2, 33, 3, 5), (2, 3, 12, 5, 4)]",
                 "dim=-1": "dim=-3", "x.shape[-1], x.stride(-1)": "x.shape[-3], x.stride(-3)"},
    },
    {  # operations that keep different values different
        "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
        "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
        "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
        "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
        "minus_abs": {"x = torch.abs(x)": "x = -torch.abs(x)", "x = tl.abs(x)": "x = -tl.abs(x)"},
        "distance": {"x = torch.abs(x)": "x = torch.abs(x - 0.5)", "x = tl.abs(x)": "x = tl.abs(x - 0.5)"},
        "relu": {"x = torch.abs(x)": "x = torch.relu(x)", "x = tl.abs(x)": "x = tl.maximum(x, 0.0)"},
        "leaky": {"x = torch.abs(x)": "x = F.leaky_relu(x, 0.2)", "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.2 * x)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
