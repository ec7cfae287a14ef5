"""Resizing of one, two or three dimensions to any size, each output taking the nearest value: y[..., i] =
x[..., i * size // out].

One program takes BLOCK consecutive outputs. The place in x is the product of the output's place and a scale,
both in float32, cut to an integer, as PyTorch computes it: at a scale such as 1 / 3 an exact quotient would
at times be another place.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 2), (2, 3, 5, 11), (3, 2, 16, 6)]


def make(*shape):
    return (torch.randn(shape),)


def upsample_to_any_torch(x):
    y = F.interpolate(x, size=7, mode="nearest")
    return y


@triton.jit
def upsample_to_any_kernel(x_ptr, y_ptr, n_elements, depth, height, width, out_depth, out_height, out_width, scale_d, scale_h, scale_w,
                          BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    channel = offsets // (out_depth * out_height * out_width)
    layer = offsets // (out_height * out_width) % out_depth
    row = offsets // out_width % out_height
    column = offsets % out_width
    layer = tl.minimum((layer.to(tl.float32) * scale_d).to(tl.int64), depth - 1)
    row = tl.minimum((row.to(tl.float32) * scale_h).to(tl.int64), height - 1)
    column = tl.minimum((column.to(tl.float32) * scale_w).to(tl.int64), width - 1)
    x = tl.load(x_ptr + ((channel * depth + layer) * height + row) * width + column, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def upsample_to_any_triton(x):
    x = x.contiguous()
    n, channels, *sizes = x.shape
    wanted = [7 for size in sizes]
    scales = [size / out for size, out in zip(sizes, wanted)]
    y = x.new_empty(n, channels, *wanted)
    missing = 3 - len(sizes)   # a plane is a volume of one layer, a line a plane of one row
    grid = (triton.cdiv(y.numel(), 1024),)
    upsample_to_any_kernel[grid](x, y, y.numel(), *[1] * missing, *sizes, *[1] * missing, *wanted, *[1.0] * missing, *scales, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
