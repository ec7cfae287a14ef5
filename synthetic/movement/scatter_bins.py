"""Sums by bin, y[i, c] = sum over j of source[i, j] where index[i, j] = c, of a fixed number of bins: a
weighted histogram.

As in scatter_add.py each sum has one owner and one order: a program owns a row and compares all its indices
with all bins.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (5, 100)]  # rows, columns


def make(rows, columns):
    return torch.randint(0, 20, (rows, columns)), torch.randn(rows, columns)


def scatter_bins_torch(index, source):
    source = F.softsign(source)
    y = torch.zeros(index.shape[0], 20, dtype=source.dtype, device=source.device).scatter_add(1, index, source)
    y = torch.sigmoid(y)
    return y


@triton.jit
def scatter_bins_kernel(index_ptr, source_ptr, y_ptr, columns, bins, BLOCK: tl.constexpr, BLOCK_COLUMNS: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    bin_ = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK_COLUMNS):
        at = start + tl.arange(0, BLOCK_COLUMNS)
        index = tl.load(index_ptr + row * columns + at, mask=at < columns, other=-1)  # -1 is no bin
        source = tl.load(source_ptr + row * columns + at, mask=at < columns, other=0.0).to(tl.float32)
        source = source / (1.0 + tl.abs(source))
        hit = bin_[:, None] == index[None, :]
        y += tl.sum(tl.where(hit, source[None, :], 0.0), axis=1)
    y = tl.sigmoid(y)
    tl.store(y_ptr + row * bins + bin_, y, mask=bin_ < bins)


def scatter_bins_triton(index, source):
    index, source = index.contiguous(), source.contiguous()
    rows, columns = index.shape
    bins = 20
    y = source.new_empty(rows, bins)
    scatter_bins_kernel[(rows, triton.cdiv(bins, 64))](index, source, y, columns, bins, BLOCK=64, BLOCK_COLUMNS=64)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
