"""Sliding windows laid out as columns (im2col): y[n, (c, k, l), (i, j)] = x[n, c, i * stride - pad + k, j * stride - pad + l].

One program takes BLOCK consecutive outputs and traces each back to its pixel. A place in the padding loads nothing.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5, 5), (2, 3, 6, 7), (1, 2, 9, 12)]


def make(*shape):
    return (torch.randn(shape),)


def unfold_torch(x):
    x = torch.relu(x)
    y = F.unfold(x, kernel_size=3, padding=1, stride=2, dilation=1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def unfold_kernel(x_ptr, y_ptr, n_elements, height, width, out_height, out_width, KERNEL: tl.constexpr, PADDING: tl.constexpr,
                  STRIDE: tl.constexpr, DILATION: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    tap = offsets // (out_height * out_width) % (KERNEL * KERNEL)
    plane = offsets // (out_height * out_width * KERNEL * KERNEL)  # batch and channel in one
    row = offsets // out_width % out_height * STRIDE - PADDING + tap // KERNEL * DILATION
    column = offsets % out_width * STRIDE - PADDING + tap % KERNEL * DILATION
    inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask & inside, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    # The function of a padded zero need not be zero, so the mask comes after it.
    y = tl.where(inside, x, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def unfold_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    window, padding = 3, 1
    stride = 2
    dilation = 1
    out_height = (height + 2 * padding - dilation * (window - 1) - 1) // stride + 1
    out_width = (width + 2 * padding - dilation * (window - 1) - 1) // stride + 1
    y = x.new_empty(n, channels * window * window, out_height * out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    unfold_kernel[grid](x, y, y.numel(), height, width, out_height, out_width, KERNEL=window, PADDING=padding, STRIDE=stride,
                        DILATION=dilation, BLOCK=1024)
    return y


AXES = [
    {
        "k1": {"kernel_size=3, padding=1": "kernel_size=1, padding=0", "window, padding = 3, 1": "window, padding = 1, 0"},
        "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0", "window, padding = 3, 1": "window, padding = 2, 0"},
        "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1", "window, padding = 3, 1": "window, padding = 2, 1"},
        "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0", "window, padding = 3, 1": "window, padding = 3, 0"},
        "k3p2": {"kernel_size=3, padding=1": "kernel_size=3, padding=2", "window, padding = 3, 1": "window, padding = 3, 2"},
        "k4p1": {"kernel_size=3, padding=1": "kernel_size=4, padding=1", "window, padding = 3, 1": "window, padding = 4, 1"},
        "k5p2": {"kernel_size=3, padding=1": "kernel_size=5, padding=2", "window, padding = 3, 1": "window, padding = 5, 2"},
    },
    {
        "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
        "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
    },
    {
        "d2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
