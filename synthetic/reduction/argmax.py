"""Where the largest element of a row is, y[i] = argmax_j x[i, j]; the first one where several are largest.

One program walks one row in tiles. Each lane remembers the best value that it has seen and its column; a
later equal value does not replace it. At the end the lanes agree on the value, and the smallest column that
holds it wins.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def argmax_torch(x):
    x = torch.abs(x)
    y = torch.argmax(x, dim=-1)
    return y


@triton.jit
def argmax_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    place = tl.arange(0, BLOCK)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, cols, place)
    winner = tl.max(best, axis=0)
    y = tl.min(tl.where(best == winner, place, n_cols), axis=0)
    tl.store(y_ptr + row, y)


def argmax_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    argmax_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
