"""Token and position embedding, y[b, t, :] = weight[index[b, t], :] + position[t, :].

One program makes one row of y, in tiles: a row of the token table, named by the index, meets a row of the
position table, named by the place in the sequence.
"""

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

from python_to_triton.verification.exemplar import run

CASES = [(1, 1, 1, 1), (2, 3, 7, 33), (2, 5, 50, 130)]


def make(batch, time, words, width):
    return torch.randint(0, words, (batch, time)), torch.randn(words, width), torch.randn(time + 2, width)


def embedding_position_torch(index, weight, position):
    y = F.embedding(index, weight)
    z = position[: index.shape[1]]
    y = y + z
    y = torch.sigmoid(y)
    return y


@triton.jit
def embedding_position_kernel(index_ptr, weight_ptr, position_ptr, y_ptr, time, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    word = tl.load(index_ptr + row)
    place = row % time
    for start in range(0, width, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        mask = columns < width
        y = tl.load(weight_ptr + word * width + columns, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(position_ptr + place * width + columns, mask=mask, other=0.0).to(tl.float32)
        y = z + y
        y = tl.sigmoid(y)
        tl.store(y_ptr + row * width + columns, y, mask=mask)


def embedding_position_triton(index, weight, position):
    index = index.contiguous()
    weight = weight.contiguous()
    position = position.contiguous()
    batch, time = index.shape
    width = weight.shape[1]
    y = weight.new_empty(batch, time, width)
    embedding_position_kernel[(batch * time,)](index, weight, position, y, time, width, BLOCK=128)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
