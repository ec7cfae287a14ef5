"""Embedding, y[b, t, :] = weight[index[b, t], :].

One program copies one row of the table, in tiles, to where its index stood. A row lies in one piece, so the
loads are coalesced however wild the indices are.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 7, 33), (2, 5, 50, 130)]


def make(batch, time, words, width):
    return torch.randint(0, words, (batch, time)), torch.randn(words, width)


def embedding_torch(index, weight):
    y = F.embedding(index, weight)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def embedding_kernel(index_ptr, weight_ptr, y_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    word = tl.load(index_ptr + row)
    for start in range(0, width, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        mask = columns < width
        y = tl.load(weight_ptr + word * width + columns, mask=mask, other=0.0).to(tl.float32)
        y = tl.maximum(y, 0.0)
        y = tl.sigmoid(y)
        tl.store(y_ptr + row * width + columns, y, mask=mask)


def embedding_triton(index, weight):
    index = index.contiguous()
    weight = weight.contiguous()
    batch, time = index.shape
    width = weight.shape[1]
    y = weight.new_empty(batch, time, width)
    embedding_kernel[(batch * time,)](index, weight, y, width, BLOCK=128)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
