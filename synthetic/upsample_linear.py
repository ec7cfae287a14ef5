"""Linear upsampling of a line: each output is a blend of the two values around its place in x.

One program takes BLOCK consecutive outputs. The place of output i in x is (i + 0.5) / factor - 0.5, or with
align_corners i * (L - 1) / (L * factor - 1); the fraction of the place is the share of the value on its right.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2), (2, 3, 33), (3, 2, 100)]


def make(*shape):
    return (torch.randn(shape),)


def upsample_linear_torch(x):
    y = F.interpolate(x, scale_factor=2, mode="linear", align_corners=False)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def upsample_linear_kernel(x_ptr, y_ptr, n_elements, length, out_length, scale, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_length
    i = (offsets % out_length).to(tl.float32)
    place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)
    left = tl.minimum(place.to(tl.int64), length - 1)
    right = tl.minimum(left + 1, length - 1)
    share = place - left
    x_left = tl.load(x_ptr + row * length + left, mask=mask, other=0.0).to(tl.float32)
    x_right = tl.load(x_ptr + row * length + right, mask=mask, other=0.0).to(tl.float32)
    y = (1.0 - share) * x_left + share * x_right
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def upsample_linear_triton(x):
    x = x.contiguous()
    n, channels, length = x.shape
    out_length = length * 2
    scale = 1 / 2
    y = x.new_empty(n, channels, out_length)
    grid = (triton.cdiv(y.numel(), 1024),)
    upsample_linear_kernel[grid](x, y, y.numel(), length, out_length, scale, BLOCK=1024)
    return y


FAMILY = {
    "upsample_linear_x3": {"scale_factor=2": "scale_factor=3", "length * 2": "length * 3", "scale = 1 / 2": "scale = 1 / 3"},
    "upsample_linear_x4": {"scale_factor=2": "scale_factor=4", "length * 2": "length * 4", "scale = 1 / 2": "scale = 1 / 4"},
    "upsample_linear_half": {"scale_factor=2": "scale_factor=0.5", "length * 2": "int(length * 0.5)", "scale = 1 / 2": "scale = 1 / 0.5"},
    "upsample_linear_x1_5": {"scale_factor=2": "scale_factor=1.5", "length * 2": "int(length * 1.5)", "scale = 1 / 2": "scale = 1 / 1.5"},
    "upsample_linear_to": ({"scale_factor=2": "size={0}{1}", "length * 2": "{0}{1}", "scale = 1 / 2": "scale = length / {0}{1}"}, "16 10 20 43 80"),
    "upsample_linear_corners": {
        "align_corners=False": "align_corners=True", "scale = 1 / 2": "scale = (length - 1) / (out_length - 1)",
        "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)": "place = i * scale"},
    "upsample_linear_corners_x3": {
        "align_corners=False": "align_corners=True", "scale = 1 / 2": "scale = (length - 1) / (out_length - 1)",
        "scale_factor=2": "scale_factor=3", "length * 2": "length * 3",
        "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)": "place = i * scale"},
    "upsample_linear_corners_to": ({
        "align_corners=False": "align_corners=True", "scale = 1 / 2": "scale = (length - 1) / (out_length - 1)",
        "scale_factor=2": "size={0}{1}", "length * 2": "{0}{1}",
        "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)": "place = i * scale"}, "16 10 20 43 80"),
}

AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
