"""Place of the largest element along the last dimension of a program of tensors that broadcast together.

One program takes one row and walks it in tiles of BLOCK columns. Each lane keeps the largest element that it has seen and its place; of equal
ones the first counts, within a lane as among the lanes in the end.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols)


def shapes_argmax_torch(x, z, w):
    x = x * z
    x = x + w
    y = torch.argmax(x, dim=-1)
    return y


@triton.jit
def shapes_argmax_kernel(x_ptr, z_ptr, w_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    place = tl.arange(0, BLOCK)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, cols, place)
    winner = tl.max(best, axis=0)
    y = tl.min(tl.where(best == winner, place, n_cols), axis=0)
    tl.store(y_ptr + row, y)


def shapes_argmax_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    y = torch.empty((B, T), dtype=torch.int64, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    shapes_argmax_kernel[(n_rows,)](x, z, w, y, T, n_cols, BLOCK=block)
    return y


FAMILY = {
    "argmin": {"torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")', "x > best": "x < best",
               "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)"},
}
AXES = ["ROWS_TO_PLACES"]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
