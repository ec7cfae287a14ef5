"""The K largest values along a dimension, in order.

One program takes one line and passes over it K times. Each pass finds the largest element that comes after
the one found before, where of two equal elements the one further left comes first; so a line may be of any
length, and a dimension that is not the last is a line with a stride.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 12), (3, 33), (40,), (2, 3, 15), (2, 3, 2, 17), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def topk_torch(x):
    x = torch.relu(x)
    y = torch.topk(x, 3, dim=-1, largest=True).values
    y = torch.sigmoid(y)
    return y


@triton.jit
def topk_kernel(x_ptr, y_ptr, size, inner, K: tl.constexpr, BLOCK: tl.constexpr):
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
            x = tl.maximum(x, 0.0)
            left = (place < size) & ((x < last) | ((x == last) & (place > last_place)))
            x = tl.where(left, x, float("-inf"))
            tile_best = tl.max(x, axis=0)
            tile_place = tl.min(tl.where(x == tile_best, place, size), axis=0)
            best_place = tl.where(tile_best > best, tile_place, best_place)
            best = tl.maximum(best, tile_best)
        last = best
        last_place = best_place
        y = best
        y = tl.sigmoid(y)
        tl.store(y_ptr + first + k * inner, y)


def topk_triton(x):
    x = x.contiguous()
    size, inner = x.shape[-1], x.stride(-1)
    K = 3
    shape = x.shape[:-1] + (K,)
    y = x.new_empty(shape)
    topk_kernel[(x.numel() // size,)](x, y, size, inner, K=K, BLOCK=256)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
