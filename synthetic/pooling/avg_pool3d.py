"""Average pooling of a volume: y[n, c] at (i, j, k) is the mean of x[n, c] over a box that moves by the
stride.

One program takes BLOCK consecutive outputs and walks through the taps of all their boxes at once. A tap of
the box is one number from 0 to KERNEL_D * KERNEL_H * KERNEL_W, which the compiler splits into its three
coordinates.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5, 5, 5), (2, 3, 6, 7, 8)]


def make(*shape):
    return (torch.randn(shape),)


def avg_pool3d_torch(x):
    x = torch.relu(x)
    y = F.avg_pool3d(x, kernel_size=3, padding=1, stride=2, count_include_pad=True)
    y = torch.sigmoid(y)
    return y


@triton.jit
def avg_pool3d_kernel(x_ptr, y_ptr, n_elements, depth, height, width, out_depth, out_height, out_width,
                      KERNEL_D: tl.constexpr, KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr,
                      PAD_D: tl.constexpr, PAD_H: tl.constexpr, PAD_W: tl.constexpr,
                      STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    left = offsets % out_width * STRIDE_W - PAD_W
    top = offsets // out_width % out_height * STRIDE_H - PAD_H
    front = offsets // (out_width * out_height) % out_depth * STRIDE_D - PAD_D
    volume = offsets // (out_width * out_height * out_depth)
    total = tl.zeros((BLOCK,), tl.float32)
    for tap in range(KERNEL_D * KERNEL_H * KERNEL_W):
        slab = front + tap // (KERNEL_H * KERNEL_W)
        row = top + tap // KERNEL_W % KERNEL_H
        column = left + tap % KERNEL_W
        inside = (slab >= 0) & (slab < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width) & mask
        at = ((volume * depth + slab) * height + row) * width + column
        x = tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # The function of a padded zero need not be zero, so the mask comes after it.
        total += tl.where(inside, x, 0.0)
    y = total / (KERNEL_D * KERNEL_H * KERNEL_W)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def avg_pool3d_triton(x):
    x = x.contiguous()
    n, channels, depth, height, width = x.shape
    kernel_d, kernel_h, kernel_w = 3, 3, 3
    pad_d, pad_h, pad_w = 1, 1, 1
    stride_d, stride_h, stride_w = 2, 2, 2
    out_depth = (depth + 2 * pad_d - kernel_d) // stride_d + 1
    out_height = (height + 2 * pad_h - kernel_h) // stride_h + 1
    out_width = (width + 2 * pad_w - kernel_w) // stride_w + 1
    y = x.new_empty(n, channels, out_depth, out_height, out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    avg_pool3d_kernel[grid](x, y, y.numel(), depth, height, width, out_depth, out_height, out_width,
                            KERNEL_D=kernel_d, KERNEL_H=kernel_h, KERNEL_W=kernel_w, PAD_D=pad_d, PAD_H=pad_h, PAD_W=pad_w,
                            STRIDE_D=stride_d, STRIDE_H=stride_h, STRIDE_W=stride_w, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
