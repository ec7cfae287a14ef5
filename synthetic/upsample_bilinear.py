"""Bilinear upsampling of a plane: each output is a blend of the four pixels around its place in x.

One program takes BLOCK consecutive outputs. The place of output i in x is (i + 0.5) / factor - 0.5, or with
align_corners i * (H - 1) / (H * factor - 1); its fraction is the share of the lower row, and for columns likewise.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 2), (2, 1, 3, 11), (2, 3, 5, 6)]


def make(*shape):
    return (torch.randn(shape),)


def upsample_bilinear_torch(x):
    x = torch.relu(x)
    y = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
    y = torch.sigmoid(y)
    return y


@triton.jit
def upsample_bilinear_kernel(x_ptr, y_ptr, n_elements, height, width, out_height, out_width, scale_h, scale_w, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (out_height * out_width)
    i = (offsets // out_width % out_height).to(tl.float32)
    j = (offsets % out_width).to(tl.float32)
    place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)
    place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)
    top = tl.minimum(place_h.to(tl.int64), height - 1)
    left = tl.minimum(place_w.to(tl.int64), width - 1)
    bottom = tl.minimum(top + 1, height - 1)
    right = tl.minimum(left + 1, width - 1)
    y = tl.zeros((BLOCK,), tl.float32)
    for corner in tl.static_range(4):
        row = tl.where(corner // 2 == 0, top, bottom)
        column = tl.where(corner % 2 == 0, left, right)
        share_h = tl.where(corner // 2 == 0, 1.0 - (place_h - top), place_h - top)
        share_w = tl.where(corner % 2 == 0, 1.0 - (place_w - left), place_w - left)
        x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = y + share_h * share_w * x
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def upsample_bilinear_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    out_height, out_width = height * 2, width * 2
    scale_h, scale_w = 1 / 2, 1 / 2
    y = x.new_empty(n, channels, out_height, out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    upsample_bilinear_kernel[grid](x, y, y.numel(), height, width, out_height, out_width, scale_h, scale_w, BLOCK=1024)
    return y


FAMILY = {
    "upsample_bilinear_x3": {"scale_factor=2": "scale_factor=3", "height * 2, width * 2": "height * 3, width * 3",
                             "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 3, 1 / 3"},
    "upsample_bilinear_x4": {"scale_factor=2": "scale_factor=4", "height * 2, width * 2": "height * 4, width * 4",
                             "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 4, 1 / 4"},
    "upsample_bilinear_half": {"scale_factor=2": "scale_factor=0.5", "height * 2, width * 2": "int(height * 0.5), int(width * 0.5)",
                               "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 0.5, 1 / 0.5"},
    "upsample_bilinear_x1_5": {"scale_factor=2": "scale_factor=1.5", "height * 2, width * 2": "int(height * 1.5), int(width * 1.5)",
                               "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 1.5, 1 / 1.5"},
    "upsample_bilinear_to": ({"scale_factor=2": "size=({0}, {0})", "height * 2, width * 2": "{0}, {0}",
                              "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}, width / {0}"}, "4 7 9"),
    "upsample_bilinear_wide": ({
        "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)", "scale_factor=2": "size=({0}{1}, {0}{1})", "height * 2, width * 2": "{0}{1}, {0}{1}",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}{1}, width / {0}{1}"},
        "10 12 14 16 20 24 28 30 32 40 48 50 56 60 64 80 96"),
    "upsample_corners_wide": ({
        "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)", "scale_factor=2": "size=({0}{1}, {0}{1})", "height * 2, width * 2": "{0}{1}, {0}{1}",
        "align_corners=False": "align_corners=True",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
        "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
        "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
        "10 12 14 16 20 24 28 30 32 40 48 50 56 60 64 80 96"),
    "upsample_bilinear_wider": ({
        "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)", "scale_factor=2": "size=({0}{1}{2}, {0}{1}{2})", "height * 2, width * 2": "{0}{1}{2}, {0}{1}{2}",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}{1}{2}, width / {0}{1}{2}"},
        "100 112 120 128 160 180 192 200 224 256"),
    "upsample_corners_wider": ({
        "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)", "scale_factor=2": "size=({0}{1}{2}, {0}{1}{2})", "height * 2, width * 2": "{0}{1}{2}, {0}{1}{2}",
        "align_corners=False": "align_corners=True",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
        "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
        "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
        "100 112 120 128 160 180 192 200 224 256"),
    "upsample_bilinear_oblong": ({
        "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)", "scale_factor=2": "size=({0}{1}, {2}{3})", "height * 2, width * 2": "{0}{1}, {2}{3}",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}{1}, width / {2}{3}"},
        "1620 2416 2528 3248 4450 4836 6496"),
    "upsample_corners_oblong": ({
        "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)", "scale_factor=2": "size=({0}{1}, {2}{3})", "height * 2, width * 2": "{0}{1}, {2}{3}",
        "align_corners=False": "align_corners=True",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
        "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
        "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
        "1620 2416 2528 3248 4450 4836 6496"),
    "upsample_corners_by_part": ({
        "scale_factor=2": "scale_factor={0}.{1}", "height * 2, width * 2": "int(height * {0}.{1}), int(width * {0}.{1})",
        "align_corners=False": "align_corners=True",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
        "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
        "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"}, "15 25 35"),
    "upsample_corners_to": ({
        "scale_factor=2": "size=({0}, {1})", "height * 2, width * 2": "{0}, {1}",
        "align_corners=False": "align_corners=True",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
        "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
        "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"}, "44 77 88 57 75"),
    "upsample_bilinear_2x4": {"scale_factor=2": "scale_factor=(2, 4)", "height * 2, width * 2": "height * 2, width * 4",
                              "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 2, 1 / 4"},
    "upsample_bilinear_8x8": {"scale_factor=2": "size=(8, 8)", "height * 2, width * 2": "8, 8",
                              "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / 8, width / 8"},
    "upsample_bilinear_7x5": {"scale_factor=2": "size=(7, 5)", "height * 2, width * 2": "7, 5",
                              "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / 7, width / 5"},
    "upsample_corners": {
        "align_corners=False": "align_corners=True",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
        "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
        "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
    "upsample_corners_x3": {
        "scale_factor=2": "scale_factor=3", "height * 2, width * 2": "height * 3, width * 3",
        "align_corners=False": "align_corners=True",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
        "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
        "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
    "upsample_corners_x4": {
        "scale_factor=2": "scale_factor=4", "height * 2, width * 2": "height * 4, width * 4",
        "align_corners=False": "align_corners=True",
        "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
        "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
        "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
}

AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
