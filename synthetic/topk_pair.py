"""The K largest values along a dimension, in order, and where they are, as torch.topk gives both.

One program takes one line and passes over it K times. Each pass finds the largest element that comes after the one found
before, where of two equal elements the one further left comes first; so a line may be of any length, and a dimension that
is not the last is a line with a stride.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 12), (3, 33), (40,), (2, 3, 15), (2, 3, 2, 17), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def topk_pair_torch(x):
    x = torch.abs(x)
    y, index = torch.topk(x, 3, dim=-1, largest=True)
    return y, index


@triton.jit
def topk_pair_kernel(x_ptr, y_ptr, index_ptr, size, inner, K: tl.constexpr, BLOCK: tl.constexpr):
    line = tl.program_id(0).to(tl.int64)
    line_ptr = x_ptr + line // inner * size * inner + line % inner
    first = line // inner * K * inner + line % inner  # where the line of results begins
    last = float("inf")
    last_place = -1
    for k in range(K):
        best = float("-inf")
        best_place = size
        for start in range(0, size, BLOCK):
            place = start + tl.arange(0, BLOCK)
            x = tl.load(line_ptr + place * inner, mask=place < size, other=0.0).to(tl.float32)
            x = tl.abs(x)
            left = (place < size) & ((x < last) | ((x == last) & (place > last_place)))
            x = tl.where(left, x, float("-inf"))
            tile_best = tl.max(x, axis=0)
            tile_place = tl.min(tl.where(x == tile_best, place, size), axis=0)
            best_place = tl.where(tile_best > best, tile_place, best_place)
            best = tl.maximum(best, tile_best)
        last = best
        last_place = best_place
        tl.store(y_ptr + first + k * inner, best)
        tl.store(index_ptr + first + k * inner, best_place)


def topk_pair_triton(x):
    x = x.contiguous()
    size, inner = x.shape[-1], x.stride(-1)
    K = 3
    shape = x.shape[:-1] + (K,)
    y = x.new_empty(shape)
    index = torch.empty(shape, dtype=torch.int64, device=x.device)
    topk_pair_kernel[(x.numel() // size,)](x, y, index, size, inner, K=K, BLOCK=256)
    return y, index


FAMILY = {
    "topk_pair_values": {
        "return y, index": "return y", "y_ptr, index_ptr": "y_ptr", "x, y, index": "x, y",
        "index = torch.empty(shape, dtype=torch.int64, device=x.device)": "", "tl.store(index_ptr + first + k * inner, best_place)": "",
    },
    "topk_pair_places": {
        "return y, index": "return index", "y_ptr, index_ptr": "index_ptr", "x, y, index": "x, index",
        "y = x.new_empty(shape)": "", "tl.store(y_ptr + first + k * inner, best)": "",
    },
    "bottomk": {
        "largest=True": "largest=False", 'last = float("inf")': 'last = float("-inf")', 'best = float("-inf")': 'best = float("inf")',
        "x < last": "x > last", 'x = tl.where(left, x, float("-inf"))': 'x = tl.where(left, x, float("inf"))',
        "tile_best = tl.max(x, axis=0)": "tile_best = tl.min(x, axis=0)", "tile_best > best": "tile_best < best",
        "best = tl.maximum(best, tile_best)": "best = tl.minimum(best, tile_best)"},
}

AXES = [
    {
        "dim0": {"CASES = [(1, 12), (3, 33), (40,), (2, 3, 15), (2, 3, 2, 17), (2, 300)]": "CASES = [(12, 1), (33, 3), (17, 2, 5), (14, 2, 3, 4)]",
                 "dim=-1": "dim=0", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)", "x.shape[:-1] + (K,)": "(K,) + x.shape[1:]"},
        "dim2": {"CASES = [(1, 12), (3, 33), (40,), (2, 3, 15), (2, 3, 2, 17), (2, 300)]": "CASES = [(1, 12, 1), (3, 33, 2), (2, 3, 12, 5)]",
                 "dim=-1": "dim=-2", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)",
                 "x.shape[:-1] + (K,)": "x.shape[:-2] + (K,) + x.shape[-1:]"},
        "dim3": {"CASES = [(1, 12), (3, 33), (40,), (2, 3, 15), (2, 3, 2, 17), (2, 300)]": "CASES = [(1, 12, 1, 1), (2, 33, 3, 5)]",
                 "dim=-1": "dim=-3", "x.shape[-1], x.stride(-1)": "x.shape[-3], x.stride(-3)",
                 "x.shape[:-1] + (K,)": "x.shape[:-3] + (K,) + x.shape[-2:]"},
    },
    {
        "k1": {"(x, 3,": "(x, 1,", "K = 3": "K = 1"},
        "k2": {"(x, 3,": "(x, 2,", "K = 3": "K = 2"},
        "k4": {"(x, 3,": "(x, 4,", "K = 3": "K = 4"},
        "k5": {"(x, 3,": "(x, 5,", "K = 3": "K = 5"},
        "k6": {"(x, 3,": "(x, 6,", "K = 3": "K = 6"},
        "k8": {"(x, 3,": "(x, 8,", "K = 3": "K = 8"},
        "k10": {"(x, 3,": "(x, 10,", "K = 3": "K = 10"},
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
