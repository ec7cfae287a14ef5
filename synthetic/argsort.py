"""The order that sorts a row, stable: y[rank of x[j]] = j, where equal values keep their order.

The rank of an element is the number of elements that come before it. One program takes a tile of a row and counts
them tile by tile, so a row may be of any length; the price is a number of comparisons quadratic in it.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 150)]


def make(*shape):
    return (torch.randn(shape),)


def argsort_torch(x):
    x = torch.relu(x)
    y = torch.argsort(x, dim=-1, stable=True)
    return y


@triton.jit
def argsort_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + j, mask=j < columns, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    mine = x
    rank = tl.zeros((BLOCK,), tl.int32)
    for start in range(0, columns, BLOCK):
        k = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * columns + k, mask=k < columns, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        before = (x[None, :] < mine[:, None]) | ((x[None, :] == mine[:, None]) & (k[None, :] < j[:, None]))
        rank += tl.sum((before & (k < columns)[None, :]).to(tl.int32), axis=1)
    tl.store(y_ptr + row * columns + rank, j.to(tl.int64), mask=j < columns)


def argsort_triton(x):
    x = x.contiguous()
    rows, columns = x.shape
    y = torch.empty((rows, columns), dtype=torch.int64, device=x.device)
    argsort_kernel[(rows, triton.cdiv(columns, 64))](x, y, columns, BLOCK=64)
    return y


FAMILY = {
    "argsort_descending": {"stable=True": "descending=True, stable=True", "x[None, :] < mine[:, None]": "x[None, :] > mine[:, None]"},
    "ranks": {"y = torch.argsort(x, dim=-1, stable=True)": "y = torch.argsort(torch.argsort(x, dim=-1, stable=True), dim=-1, stable=True)",
              "y_ptr + row * columns + rank, j.to(tl.int64), mask": "y_ptr + row * columns + j, rank.to(tl.int64), mask"},
}

AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
