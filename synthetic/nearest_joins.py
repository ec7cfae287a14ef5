"""A plane resized to the size of another by nearest values, and joined with it, y = f(g(interpolate(x)) + z): a pyramid of features.

One program takes BLOCK consecutive outputs. The place in x is the product of the output's place and a scale, both in float32, cut to
an integer, as PyTorch computes it; z is read once, where y is written.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 2, 3, 4), (2, 1, 3, 11, 6, 22), (2, 3, 5, 6, 7, 4)]


def make(N, C, H, W, OH, OW):
    x = torch.randn(N, C, H, W)
    z = torch.randn(N, C, OH, OW)
    return x, z


def nearest_joins_torch(x, z):
    x = torch.relu(x)
    y = F.interpolate(x, size=z.shape[2:], mode="nearest")
    y = torch.sigmoid(y)
    y = y + z
    return y


@triton.jit
def nearest_joins_kernel(x_ptr, z_ptr, y_ptr, n_elements, height, width, out_height, out_width, scale_h, scale_w, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (out_height * out_width)
    row = tl.minimum(((offsets // out_width % out_height).to(tl.float32) * scale_h).to(tl.int64), height - 1)
    column = tl.minimum(((offsets % out_width).to(tl.float32) * scale_w).to(tl.int64), width - 1)
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = x
    y = tl.sigmoid(y)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    tl.store(y_ptr + offsets, y, mask=mask)


def nearest_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n, channels, height, width = x.shape
    out_height, out_width = z.shape[2:]
    scale_h, scale_w = height / out_height, width / out_width
    y = x.new_empty(n, channels, out_height, out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    nearest_joins_kernel[grid](x, z, y, y.numel(), height, width, out_height, out_width, scale_h, scale_w, BLOCK=1024)
    return y


FAMILY = {
    "by": ({"size=z.shape[2:]": "scale_factor={0}",
            "(1, 1, 2, 2, 3, 4), (2, 1, 3, 11, 6, 22), (2, 3, 5, 6, 7, 4)": "(1, 1, 2, 2), (2, 1, 3, 11), (2, 3, 5, 6)",
            "make(N, C, H, W, OH, OW)": "make(N, C, H, W)", "torch.randn(N, C, OH, OW)": "torch.randn(N, C, H * {0}, W * {0})",
            "out_height, out_width = z.shape[2:]": "out_height, out_width = height * {0}, width * {0}",
            "height / out_height, width / out_width": "1 / {0}, 1 / {0}"}, "2 3 4 8"),
}

AXES = [
    {"other_first": {"(x, z)": "(z, x)", "return x, z": "return z, x"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
