"""Pooling of a plane joined with a second tensor, y = sin(max(f(max_pool2d(x)), z)): a bias or a scale for
each channel, a residual.

One program takes a block of outputs, walks through the taps of all their windows at once, and then
reads what it needs of z: a number for each channel here.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 6, 6), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C, H, W


def make(N, C, H, W):
    window, stride, padding = 2, 2, 0
    OH = (H + 2 * padding - window) // stride + 1
    OW = (W + 2 * padding - window) // stride + 1
    x = torch.randn(N, C, H, W)
    z = torch.randn(C, 1, 1)
    return x, z


def pool2d_binary_torch(x, z):
    x = torch.relu(x)
    y = F.max_pool2d(x, kernel_size=2, stride=2, padding=0)
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return y


@triton.jit
def pool2d_binary_kernel(x_ptr, z_ptr, y_ptr, n_rows, C, H, W, OH, OW, WINDOW: tl.constexpr, STRIDE: tl.constexpr,
                         PADDING: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < OW)
    offsets = out_row.to(tl.int64) * OW + out_column
    top = out_row % OH * STRIDE - PADDING
    left = out_column * STRIDE - PADDING
    plane = (out_row // OH).to(tl.int64)  # one (n, c)
    y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)
    for tap in range(WINDOW * WINDOW):
        row = top + tap // WINDOW
        column = left + tap % WINDOW
        inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        x = tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # What lies outside must never count, so it is put out of play here, after every function of x.
        y = tl.maximum(y, tl.where(inside, x, float("-inf")))
    y = tl.where(mask, y, 0.0)  # beyond the end nothing was found
    y = tl.sigmoid(y)
    z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, z)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pool2d_binary_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    window, stride, padding = 2, 2, 0
    N, C, H, W = x.shape
    OH = (H + 2 * padding - window) // stride + 1
    OW = (W + 2 * padding - window) // stride + 1
    y = x.new_empty(N, C, OH, OW)
    n_rows = y.numel() // OW
    columns = min(triton.next_power_of_2(OW), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(OW, columns))
    pool2d_binary_kernel[grid](x, z, y, n_rows, C, H, W, OH, OW, WINDOW=window, STRIDE=stride, PADDING=padding,
                               ROWS=512 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
