"""Pooling of a volume joined with what it pooled, y = f(g(avg_pool3d(x)) - x): the mixer of a pooling
transformer, a detail map, an edge map.

The windows are of odd size, padded by half of it and one apart, so that y is as large as x. One program takes
a block of places and walks through the taps of all their windows at once; of x it reads the middle
once more.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5, 5, 5), (1, 2, 5, 6, 8), (2, 3, 6, 5, 7)]  # N, C, D, H, W


def make(*shape):
    return (torch.randn(shape),)


def pool3d_self_torch(x):
    z = x
    y = F.avg_pool3d(x, kernel_size=3, stride=1, padding=1, count_include_pad=False)
    y = torch.sin(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def pool3d_self_kernel(x_ptr, y_ptr, n_rows, D, H, W, WINDOW: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < W)
    offsets = out_row.to(tl.int64) * W + out_column
    front = out_row // H % D - WINDOW // 2
    top = out_row % H - WINDOW // 2
    left = out_column - WINDOW // 2
    volume = (out_row // (D * H)).to(tl.int64)  # one (n, c)
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for tap in range(WINDOW * WINDOW * WINDOW):
        slab = front + tap // (WINDOW * WINDOW)
        row = top + tap // WINDOW % WINDOW
        column = left + tap % WINDOW
        inside = mask & (slab >= 0) & (slab < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        y += tl.load(x_ptr + ((volume * D + slab) * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)
    slabs = tl.minimum(front + WINDOW, D) - tl.maximum(front, 0)
    rows = tl.minimum(top + WINDOW, H) - tl.maximum(top, 0)
    columns = tl.minimum(left + WINDOW, W) - tl.maximum(left, 0)
    y = y / (slabs * rows * columns)  # so many were inside
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.sin(y)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pool3d_self_triton(x):
    x = x.contiguous()
    window = 3
    N, C, D, H, W = x.shape
    y = torch.empty_like(x)
    n_rows = y.numel() // W
    columns = min(triton.next_power_of_2(W), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(W, columns))
    pool3d_self_kernel[grid](x, y, n_rows, D, H, W, WINDOW=window, ROWS=512 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
