"""Adaptive pooling of a volume: cell (h, i, j) of O_D x O_H x O_W outputs is the mean of its share of the D x
H x W inputs.

The share of row i is floor(i H / O_H) to ceil((i + 1) H / O_H), and likewise along the other dimensions. One
program takes BLOCK consecutive outputs and walks the taps of the largest share; where a share is smaller, its
lane sits some taps out.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 4, 4, 4), (2, 3, 6, 11, 7), (2, 5, 9, 4, 8)]  # N, C, D, H, W


def make(*shape):
    return (torch.randn(shape),)


def adaptive_avg_pool3d_torch(x):
    x = torch.relu(x)
    y = F.adaptive_avg_pool3d(x, (2, 3, 4))
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y


@triton.jit
def adaptive_avg_pool3d_kernel(x_ptr, y_ptr, n_elements, D, H, W, OD, OH, OW, most_d, most_h, most_w, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    volume = offsets // (OD * OH * OW)
    h = offsets // (OH * OW) % OD
    i = offsets // OW % OH
    j = offsets % OW
    front, back = h * D // OD, ((h + 1) * D + OD - 1) // OD  # the floor and the ceiling of a quotient
    top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH
    left, right = j * W // OW, ((j + 1) * W + OW - 1) // OW
    y = tl.zeros((BLOCK,), tl.float32)
    for tap in range(0, most_d * most_h * most_w):
        slab = front + tap // (most_h * most_w)
        row = top + tap // most_w % most_h
        column = left + tap % most_w
        inside = mask & (slab < back) & (row < bottom) & (column < right)
        x = tl.load(x_ptr + ((volume * D + slab) * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = y + tl.where(inside, x, 0.0)
    y = y / ((back - front) * (bottom - top) * (right - left))
    y = tl.sigmoid(y)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def adaptive_avg_pool3d_triton(x):
    x = x.contiguous()
    N, C, D, H, W = x.shape
    OD, OH, OW = 2, 3, 4
    y = x.new_empty(N, C, OD, OH, OW)
    most_d, most_h, most_w = triton.cdiv(D, OD) + 1, triton.cdiv(H, OH) + 1, triton.cdiv(W, OW) + 1
    grid = (triton.cdiv(y.numel(), 256),)
    adaptive_avg_pool3d_kernel[grid](x, y, y.numel(), D, H, W, OD, OH, OW, most_d, most_h, most_w, BLOCK=256)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
