"""Pooling of a program of two tensors, y = f(pool(g(x, z))): a moving mean of products or squares, a maximum
of differences.

One program takes a block of outputs and walks through the taps of all their windows at once; g is
computed as its numbers come in, nothing is written before y.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 6, 7), (2, 3, 12, 16), (3, 2, 9, 11)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def pool_of_two_torch(x, z):
    x = torch.mul(x, z)
    x = F.avg_pool2d(x, kernel_size=(3, 3), stride=(1, 1), padding=(0, 0))
    x = torch.sigmoid(x)
    return x


@triton.jit
def pool_of_two_kernel(x_ptr, z_ptr, y_ptr, n_rows, H, W, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                       STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, PADDING_H: tl.constexpr, PADDING_W: tl.constexpr,
                       ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < OW)
    offsets = out_row.to(tl.int64) * OW + out_column
    top = out_row % OH * STRIDE_H - PADDING_H
    left = out_column * STRIDE_W - PADDING_W
    plane = (out_row // OH).to(tl.int64)  # one (n, c)
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for tap in range(KH * KW):
        row = top + tap // KW
        column = left + tap % KW
        inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        places = (plane * H + row) * W + column
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + places, mask=inside, other=0.0).to(tl.float32)
        x = x * z
        y += tl.where(inside, x, 0.0)  # the padding is of what is pooled
    x = y / (KH * KW)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def pool_of_two_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    kernel_h, kernel_w = 3, 3
    stride_h, stride_w = 1, 1
    padding_h, padding_w = 0, 0
    N, C, H, W = x.shape
    OH = (H + 2 * padding_h - kernel_h) // stride_h + 1
    OW = (W + 2 * padding_w - kernel_w) // stride_w + 1
    y = x.new_empty(N, C, OH, OW)
    n_rows = y.numel() // OW
    columns = min(triton.next_power_of_2(OW), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(OW, columns))
    pool_of_two_kernel[grid](x, z, y, n_rows, H, W, OH, OW, KH=kernel_h, KW=kernel_w, STRIDE_H=stride_h,
                             STRIDE_W=stride_w, PADDING_H=padding_h, PADDING_W=padding_w, ROWS=512 // columns,
                             COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
