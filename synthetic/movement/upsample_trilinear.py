"""Trilinear resizing of a volume: each output is a blend of the eight voxels around its place in x.

One program takes BLOCK consecutive outputs. The place of output i in x is (i + 0.5) * scale - 0.5, not below
0, or with align_corners i * (size - 1) / (out - 1); its fraction is the share of the farther voxel, in each
of the three dimensions.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3, 2), (2, 1, 2, 3, 11), (2, 3, 4, 5, 6)]


def make(*shape):
    return (torch.randn(shape),)


def upsample_trilinear_torch(x):
    y = F.interpolate(x, scale_factor=2, mode="trilinear", align_corners=False)
    y = torch.sigmoid(y)
    return y


@triton.jit
def upsample_trilinear_kernel(x_ptr, y_ptr, n_elements, depth, height, width, out_depth, out_height, out_width, scale_d, scale_h, scale_w,
                              BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    volume = offsets // (out_depth * out_height * out_width)
    k = (offsets // (out_height * out_width) % out_depth).to(tl.float32)
    i = (offsets // out_width % out_height).to(tl.float32)
    j = (offsets % out_width).to(tl.float32)
    place_d = tl.maximum((k + 0.5) * scale_d - 0.5, 0.0)
    place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)
    place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)
    front = tl.minimum(place_d.to(tl.int64), depth - 1)
    top = tl.minimum(place_h.to(tl.int64), height - 1)
    left = tl.minimum(place_w.to(tl.int64), width - 1)
    y = tl.zeros((BLOCK,), tl.float32)
    for corner in tl.static_range(8):
        layer = tl.minimum(front + corner // 4, depth - 1)
        row = tl.minimum(top + corner // 2 % 2, height - 1)
        column = tl.minimum(left + corner % 2, width - 1)
        share_d = tl.where(corner // 4 == 0, 1.0 - (place_d - front), place_d - front)
        share_h = tl.where(corner // 2 % 2 == 0, 1.0 - (place_h - top), place_h - top)
        share_w = tl.where(corner % 2 == 0, 1.0 - (place_w - left), place_w - left)
        x = tl.load(x_ptr + ((volume * depth + layer) * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
        y += share_d * share_h * share_w * x
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def upsample_trilinear_triton(x):
    x = x.contiguous()
    n, channels, *sizes = x.shape
    wanted = [size * 2 for size in sizes]
    scales = [1 / 2 for size, out in zip(sizes, wanted)]
    y = x.new_empty(n, channels, *wanted)
    grid = (triton.cdiv(y.numel(), 1024),)
    upsample_trilinear_kernel[grid](x, y, y.numel(), *sizes, *wanted, *scales, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
