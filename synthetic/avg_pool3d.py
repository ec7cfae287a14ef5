"""Average pooling of a volume: y[n, c] at (i, j, k) is the mean of x[n, c] over a box that moves by the stride.

One program takes BLOCK consecutive outputs and walks through the taps of all their boxes at once. A tap of the box
is one number from 0 to KERNEL_D * KERNEL_H * KERNEL_W, which the compiler splits into its three coordinates.
"""
from harness import run

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


# With ceil_mode the last box hangs over the end, and never counts what lies beyond the padding.
FAMILY = {
    "avg_pool3d_ceil": {
        "count_include_pad=True": "ceil_mode=True",
        "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)":
            "slabs = tl.minimum(front + KERNEL_D, depth + PAD_D) - front\n"
            "rows = tl.minimum(top + KERNEL_H, height + PAD_H) - top\n"
            "columns = tl.minimum(left + KERNEL_W, width + PAD_W) - left\n"
            "y = total / (slabs * rows * columns)",
        "(depth + 2 * pad_d - kernel_d) // stride_d + 1":
            "min(triton.cdiv(depth + 2 * pad_d - kernel_d, stride_d) + 1, triton.cdiv(depth + pad_d, stride_d))",
        "(height + 2 * pad_h - kernel_h) // stride_h + 1":
            "min(triton.cdiv(height + 2 * pad_h - kernel_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))",
        "(width + 2 * pad_w - kernel_w) // stride_w + 1":
            "min(triton.cdiv(width + 2 * pad_w - kernel_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))",
    },
    "avg_pool3d_divisor": ({
        "count_include_pad=True": "divisor_override={0}",
        "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": "y = total / {0}.0"}, "2 5 9"),
    "avg_pool3d_exclude_ceil": {
        "count_include_pad=True": "ceil_mode=True, count_include_pad=False",
        "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)":
            "slabs = tl.minimum(front + KERNEL_D, depth) - tl.maximum(front, 0)\n"
            "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
            "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)\n"
            "y = total / (slabs * rows * columns)",
        "(depth + 2 * pad_d - kernel_d) // stride_d + 1":
            "min(triton.cdiv(depth + 2 * pad_d - kernel_d, stride_d) + 1, triton.cdiv(depth + pad_d, stride_d))",
        "(height + 2 * pad_h - kernel_h) // stride_h + 1":
            "min(triton.cdiv(height + 2 * pad_h - kernel_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))",
        "(width + 2 * pad_w - kernel_w) // stride_w + 1":
            "min(triton.cdiv(width + 2 * pad_w - kernel_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))",
    },
    "avg_pool3d_exclude": {
        "count_include_pad=True": "count_include_pad=False",
        "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)":
            "slabs = tl.minimum(front + KERNEL_D, depth) - tl.maximum(front, 0)\n"
            "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
            "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)\n"
            "y = total / (slabs * rows * columns)"},
}

AXES = [
    {
        "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0",
               "kernel_d, kernel_h, kernel_w = 3, 3, 3": "kernel_d, kernel_h, kernel_w = 2, 2, 2",
               "pad_d, pad_h, pad_w = 1, 1, 1": "pad_d, pad_h, pad_w = 0, 0, 0"},
        "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1",
                 "kernel_d, kernel_h, kernel_w = 3, 3, 3": "kernel_d, kernel_h, kernel_w = 2, 2, 2"},
        "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0",
               "pad_d, pad_h, pad_w = 1, 1, 1": "pad_d, pad_h, pad_w = 0, 0, 0"},
        "k": ({"kernel_size=3, padding=1": "kernel_size=({0}, {1}, {2}), padding=({3}, {4}, {5})",
               "kernel_d, kernel_h, kernel_w = 3, 3, 3": "kernel_d, kernel_h, kernel_w = {0}, {1}, {2}",
               "pad_d, pad_h, pad_w = 1, 1, 1": "pad_d, pad_h, pad_w = {3}, {4}, {5}"},
              "122000 133011 233011 322100 311100 213001 234111 321110 222001 332010 131010 412000 333101 231100"),
    },
    {
        "s1": {"stride=2": "stride=1", "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 1, 1, 1"},
        "s3": {"stride=2": "stride=3", "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 3, 3, 3"},
        "s": ({"stride=2": "stride=({0}, {1}, {2})", "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = {0}, {1}, {2}"},
              "122 211 231 121 112 212 123 321 132"),
    },
    {
        "unbatched": {
            "[(1, 1, 5, 5, 5), (2, 3, 6, 7, 8)]": "[(1, 5, 5, 5), (3, 6, 7, 8)]",
            "n, channels, depth, height, width = x.shape": "channels, depth, height, width = x.shape",
            "x.new_empty(n, channels, out_depth": "x.new_empty(channels, out_depth",
        },
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
