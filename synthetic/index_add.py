"""Adding rows at indexed places, y[r, :] = x[r, :] + sum over j of source[j, :] where index[j] = r.

One program owns one tile of one row of y and walks through the index, a scalar at a time; it loads a source row only
where the index names its row. Each sum has one owner and one order, so the result is the same on every run.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 33, 5), (2, 130, 7)]


def make(rows, columns, kept):
    return torch.randn(rows, columns), torch.randint(0, rows, (kept,)), torch.randn(kept, columns)


def index_add_torch(x, index, source):
    x = torch.relu(x)
    source = F.softsign(source)
    y = x.index_add(0, index, source)
    y = torch.sigmoid(y)
    return y


@triton.jit
def index_add_kernel(x_ptr, index_ptr, source_ptr, y_ptr, columns, kept, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = column < columns
    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = x
    for j in range(0, kept):
        hit = tl.load(index_ptr + j) == row
        source = tl.load(source_ptr + j * columns + column, mask=mask & hit, other=0.0).to(tl.float32)
        source = source / (1.0 + tl.abs(source))
        y += tl.where(hit, source, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + row * columns + column, y, mask=mask)


def index_add_triton(x, index, source):
    x = x.contiguous()
    index = index.contiguous()
    source = source.contiguous()
    rows, columns = x.shape
    y = torch.empty_like(x)
    grid = (rows, triton.cdiv(columns, 128))
    index_add_kernel[grid](x, index, source, y, columns, source.shape[0], BLOCK=128)
    return y


AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "source = F.softsign(source)", "source = source / (1.0 + tl.abs(source))", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
