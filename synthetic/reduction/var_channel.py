"""Variance of each channel over all other dimensions, y[c] = var(x[:, c]), and its root: the statistics of a
batch norm.

The elements of a channel lie in n_batch separate runs of n_inner = H * W. Each program of the first launch
takes one block of one run and leaves its sums; each of the second folds those of one channel. E[x^2] - E[x]^2
subtracts two large numbers: in float64, where the square of a float32 is exact, 16 digits are there to lose,
and x is read once.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]


def make(*shape):
    return (torch.randn(shape),)


def var_channel_torch(x):
    x = torch.relu(x)
    y = torch.var(x, dim=(0, 2, 3), unbiased=True)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, inner, n_inner):
    x = tl.load(x_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def var_channel_block_kernel(x_ptr, total_ptr, squares_ptr, channels, n_inner, n_partials, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    plane = (tl.program_id(0) // n_blocks).to(tl.int64)
    block = tl.program_id(0) % n_blocks
    inner = block * BLOCK + tl.arange(0, BLOCK)
    x = tl.where(inner < n_inner, load_tile(x_ptr + plane * n_inner, inner, n_inner), 0.0).to(tl.float64)
    place = plane % channels * n_partials + plane // channels * n_blocks + block
    tl.store(total_ptr + place, tl.sum(x, axis=0))
    tl.store(squares_ptr + place, tl.sum(x * x, axis=0))


@triton.jit
def load_sum(partial_ptr, n_partials, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    return tl.sum(total, axis=0)


@triton.jit
def var_channel_kernel(total_ptr, squares_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    total = load_sum(total_ptr + channel * n_partials, n_partials, BLOCK)
    squares_sum = load_sum(squares_ptr + channel * n_partials, n_partials, BLOCK) - total * total / count
    squares_sum = tl.maximum(squares_sum, 0.0).to(tl.float32)
    y = squares_sum / (count - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + channel, y)


def var_channel_triton(x):
    x = x.contiguous()
    n_batch, channels, height, width = x.shape
    n_inner = height * width
    block = min(triton.next_power_of_2(n_inner), 4096)
    n_blocks = triton.cdiv(n_inner, block)
    n_partials = n_batch * n_blocks
    total = torch.empty((channels, n_partials), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = x.new_empty((channels,))
    var_channel_block_kernel[(channels * n_partials,)](x, total, squares, channels, n_inner, n_partials, BLOCK=block)
    var_channel_kernel[(channels,)](total, squares, y, n_partials, n_batch * n_inner, BLOCK=512)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
