"""Adding at indexed places, y[i, c] = x[i, c] + sum over j of source[i, j] where index[i, j] = c.

Atomic additions would be simple, but their order, and so their rounding, differs from run to run. Here one
program owns a tile of a row of y and compares all indices of the row with its columns: each sum has one owner
and one order.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (4, 33, 9, 3), (2, 70, 100, 2)]  # rows, columns, and the columns and rows of the index


def make(rows, columns, kept, given):
    return torch.randn(rows, columns), torch.randint(0, columns, (given, kept)), torch.randn(given, kept)


def scatter_add_torch(x, index, source):
    x = torch.relu(x)
    source = F.softsign(source)
    y = x.scatter_add(1, index, source)
    y = torch.sigmoid(y)
    return y


@triton.jit
def scatter_add_kernel(x_ptr, index_ptr, source_ptr, y_ptr, columns, kept, given, BLOCK: tl.constexpr,
                       BLOCK_KEPT: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = column < columns
    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = x
    for start in range(0, kept, BLOCK_KEPT):
        at = start + tl.arange(0, BLOCK_KEPT)
        there = (at < kept) & (row < given)  # the index may have fewer rows than x
        index = tl.load(index_ptr + row * kept + at, mask=there, other=-1)  # -1 is no column
        source = tl.load(source_ptr + row * kept + at, mask=there, other=0.0).to(tl.float32)
        source = source / (1.0 + tl.abs(source))
        hit = column[:, None] == index[None, :]
        y += tl.sum(tl.where(hit, source[None, :], 0.0), axis=1)
    y = tl.sigmoid(y)
    tl.store(y_ptr + row * columns + column, y, mask=mask)


def scatter_add_triton(x, index, source):
    x = x.contiguous()
    index = index.contiguous()
    source = source.contiguous()
    rows, columns = x.shape
    given, kept = index.shape
    y = torch.empty_like(x)
    grid = (rows, triton.cdiv(columns, 64))
    scatter_add_kernel[grid](x, index, source, y, columns, kept, given, BLOCK=64, BLOCK_KEPT=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
