"""The k-th smallest value along a dimension and where it is, as torch.kthvalue gives both; torch.median the same for the lower middle.

An element's rank is how many of its line come before it, of equal ones those further left; the one whose rank is wanted is
the result. One program takes a line and ranks it in tiles; a dimension that is not the last is a line with a stride.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]


def make(*shape):
    return (torch.randn(shape),)


def kthvalue_pair_torch(x):
    x = torch.abs(x)
    y, index = torch.kthvalue(x, 2, dim=-1)
    return y, index


@triton.jit
def load_line(x_ptr, at, mask):
    x = tl.load(x_ptr + at, mask=mask, other=0.0).to(tl.float32)
    x = tl.abs(x)
    return x


@triton.jit
def kthvalue_pair_kernel(x_ptr, y_ptr, index_ptr, size, inner, rank_wanted, BLOCK: tl.constexpr):
    line = tl.program_id(0).to(tl.int64)
    line_ptr = x_ptr + line // inner * size * inner + line % inner
    value = tl.zeros((BLOCK,), tl.float32)
    place = tl.zeros((BLOCK,), tl.int32)
    for start_j in range(0, size, BLOCK):
        j = start_j + tl.arange(0, BLOCK)
        mine = load_line(line_ptr, j * inner, j < size)
        rank = tl.zeros((BLOCK,), tl.int32)
        for start_k in range(0, size, BLOCK):
            k = start_k + tl.arange(0, BLOCK)
            x = load_line(line_ptr, k * inner, k < size)
            before = (x[None, :] < mine[:, None]) | ((x[None, :] == mine[:, None]) & (k[None, :] < j[:, None]))
            rank += tl.sum((before & (k < size)[None, :]).to(tl.int32), axis=1)
        found = (j < size) & (rank == rank_wanted)
        value += tl.where(found, mine, 0.0)
        place += tl.where(found, j, 0)
    tl.store(y_ptr + line, tl.sum(value, axis=0))
    tl.store(index_ptr + line, tl.sum(place, axis=0))


def kthvalue_pair_triton(x):
    x = x.contiguous()
    size, inner = x.shape[-1], x.stride(-1)
    rank = 2 - 1
    y = x.new_empty(x.shape[:-1])
    index = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    kthvalue_pair_kernel[(x.numel() // size,)](x, y, index, size, inner, rank, BLOCK=64)
    return y, index


FAMILY = {
    "kthvalue_pair1": {"(x, 2,": "(x, 1,", "rank = 2 - 1": "rank = 1 - 1"},
    "kthvalue_pair3": {"(x, 2,": "(x, 3,", "rank = 2 - 1": "rank = 3 - 1"},
    "kthvalue_pair4": {"(x, 2,": "(x, 4,", "rank = 2 - 1": "rank = 4 - 1"},
    "kthvalue_pair5": {"(x, 2,": "(x, 5,", "rank = 2 - 1": "rank = 5 - 1"},
    "median_pair": {"torch.kthvalue(x, 2,": "torch.median(x,", "rank = 2 - 1": "rank = (size - 1) // 2"},
}

AXES = [
    {
        "places": {
            "return y, index": "return index", "y_ptr, index_ptr": "index_ptr", "x, y, index": "x, index", "y = x.new_empty(x.shape[:-1])": "",
            "value = tl.zeros((BLOCK,), tl.float32)": "", "value += tl.where(found, mine, 0.0)": "",
            "tl.store(y_ptr + line, tl.sum(value, axis=0))": "",
        },
    },
    {
        "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
        "dim0": {"CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": "CASES = [(5, 1), (33, 3), (17, 2, 5), (9, 2, 3, 4)]",
                 "dim=-1": "dim=0", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)", "x.shape[:-1]": "x.shape[1:]"},
        "dim2": {"CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": "CASES = [(1, 5, 1), (3, 33, 2), (2, 3, 12, 5)]",
                 "dim=-1": "dim=-2", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)",
                 "x.shape[:-1]": "x.shape[:-2] + x.shape[-1:]"},
        "dim3": {"CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": "CASES = [(1, 5, 1, 1), (2, 33, 3, 5)]",
                 "dim=-1": "dim=-3", "x.shape[-1], x.stride(-1)": "x.shape[-3], x.stride(-3)",
                 "x.shape[:-1]": "x.shape[:-3] + x.shape[-2:]"},
    },
    {  # operations that a kernel rounds as PyTorch does; where values tie, any of their places is right
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
