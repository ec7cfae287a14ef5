"""Pooling of volumes that are joined from tensors which broadcast, y = f(max_pool3d(max(x, s))): a sum, a scale, a mask before the pool.

One program takes BLOCK consecutive outputs and walks through the taps of all their windows at once. What belongs to a
whole plane is read before the walk, the rest with every tap; nothing is expanded in memory.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 9, 8, 9), (2, 3, 8, 10, 11), (1, 2, 9, 12, 8)]  # N, C, D, H, W


def make(N, C, D, H, W):
    kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1
    stride_d, stride_h, stride_w = 2, 2, 2
    span_d = D + 2 * pad_d - kernel_d
    span_h = H + 2 * pad_h - kernel_h
    span_w = W + 2 * pad_w - kernel_w
    OD = span_d // stride_d + 1
    OH = span_h // stride_h + 1
    OW = span_w // stride_w + 1
    x, s = torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)
    return x, s


def pool3d_prologue_torch(x, s):
    v = torch.maximum(x, s)
    y = F.max_pool3d(v, kernel_size=3, padding=1, stride=2, ceil_mode=False)
    y = torch.sigmoid(y)
    return y


@triton.jit
def pool3d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_elements, C, D, H, W, OD, OH, OW, KERNEL_D: tl.constexpr,
                           KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr, PAD_D: tl.constexpr, PAD_H: tl.constexpr,
                           PAD_W: tl.constexpr, STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                           BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (OD * OH * OW)
    front = offsets // (OH * OW) % OD * STRIDE_D - PAD_D
    top = offsets // OW % OH * STRIDE_H - PAD_H
    left = offsets % OW * STRIDE_W - PAD_W
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
    for j in range(KERNEL_D):
        for k in range(KERNEL_H):
            for l in tl.static_range(KERNEL_W):
                depth = front + j
                row = top + k
                column = left + l
                inside = mask & (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)
                places = ((plane * D + depth) * H + row) * W + column
                x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
                v = tl.maximum(x, s)
                # What is padded is the result of all that, so it is put out of play here.
                y = tl.maximum(y, tl.where(inside, v, float("-inf")))
    y = tl.where(mask, y, 0.0)  # beyond the end nothing was found
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pool3d_prologue_triton(x, s):
    x, s = x.contiguous(), s.contiguous()
    N, C, D, H, W = x.shape
    kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1
    stride_d, stride_h, stride_w = 2, 2, 2
    span_d = D + 2 * pad_d - kernel_d
    span_h = H + 2 * pad_h - kernel_h
    span_w = W + 2 * pad_w - kernel_w
    OD = span_d // stride_d + 1
    OH = span_h // stride_h + 1
    OW = span_w // stride_w + 1
    y = torch.empty(N, C, OD, OH, OW, dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    pool3d_prologue_kernel[grid](x, s, y, y.numel(), C, D, H, W, OD, OH, OW, KERNEL_D=kernel_d, KERNEL_H=kernel_h,
                                 KERNEL_W=kernel_w, PAD_D=pad_d, PAD_H=pad_h, PAD_W=pad_w, STRIDE_D=stride_d,
                                 STRIDE_H=stride_h, STRIDE_W=stride_w, BLOCK=1024)
    return y


FAMILY = {
    "avg_pool3d_prologue": {
        "F.max_pool3d": "F.avg_pool3d",
        'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
        'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
        "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / (KERNEL_D * KERNEL_H * KERNEL_W)",
    },
    "avg_pool3d_prologue_exclude": {  # the padding does not count
        "F.max_pool3d": "F.avg_pool3d",
        "ceil_mode=False": "ceil_mode=False, count_include_pad=False",
        'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
        'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
        "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found":
            "deep = tl.minimum(front + KERNEL_D, D) - tl.maximum(front, 0)\nrows = tl.minimum(top + KERNEL_H, H) - tl.maximum(top, 0)\ncolumns = tl.minimum(left + KERNEL_W, W) - tl.maximum(left, 0)\ny = y / (deep * rows * columns)",
    },
    "max_pool3d_prologue_dilated": {
        "ceil_mode=False": "dilation=2",
        "BLOCK: tl.constexpr": "DILATION: tl.constexpr, BLOCK: tl.constexpr",
        "BLOCK=1024": "DILATION=2, BLOCK=1024",
        "depth = front + j": "depth = front + j * DILATION",
        "row = top + k": "row = top + k * DILATION",
        "column = left + l": "column = left + l * DILATION",
        "span_d = D + 2 * pad_d - kernel_d": "span_d = D + 2 * pad_d - 2 * (kernel_d - 1) - 1",
        "span_h = H + 2 * pad_h - kernel_h": "span_h = H + 2 * pad_h - 2 * (kernel_h - 1) - 1",
        "span_w = W + 2 * pad_w - kernel_w": "span_w = W + 2 * pad_w - 2 * (kernel_w - 1) - 1",
    },
    "max_pool3d_prologue_ceil": {  # a last window that hangs over the end counts, unless it would start in the padding beyond it
        "ceil_mode=False": "ceil_mode=True",
        "OD = span_d // stride_d + 1": "OD = min((span_d - 1) // stride_d + 2, (D + pad_d - 1) // stride_d + 1)",
        "OH = span_h // stride_h + 1": "OH = min((span_h - 1) // stride_h + 2, (H + pad_h - 1) // stride_h + 1)",
        "OW = span_w // stride_w + 1": "OW = min((span_w - 1) // stride_w + 2, (W + pad_w - 1) // stride_w + 1)",
    },
}
AXES = [
    ("WALK", ("N", "C", "D", "H", "W"), ("n", "c", "depth", "row", "column"), (("", {0: "n = plane // C", 1: "c = plane % C"}),), (0, 1), "mask", (), "",
     {"C, 1, 1, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)", "N, C, OD, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
      "1": "tl.load(z_ptr)", "()": "tl.load(z_ptr)"}),
    {
        "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0",
              "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1":
                  "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 2, 2, 2, 0, 0, 0"},
        "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1",
              "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1":
                  "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 2, 2, 2, 1, 1, 1"},
        "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0",
              "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1":
                  "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 0, 0, 0"},
        "k4": {"kernel_size=3, padding=1": "kernel_size=4, padding=0",
              "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1":
                  "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 4, 4, 4, 0, 0, 0"},
        "k4p1": {"kernel_size=3, padding=1": "kernel_size=4, padding=1",
              "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1":
                  "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 4, 4, 4, 1, 1, 1"},
        "k5": {"kernel_size=3, padding=1": "kernel_size=5, padding=0",
              "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1":
                  "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 5, 5, 5, 0, 0, 0"},
        "k5p2": {"kernel_size=3, padding=1": "kernel_size=5, padding=2",
              "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1":
                  "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 5, 5, 5, 2, 2, 2"},
        "k": ({"kernel_size=3, padding=1": "kernel_size=({0}, {1}, {2}), padding=({3}, {4}, {5})",
               "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1":
                   "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = {0}, {1}, {2}, {3}, {4}, {5}"},
              "322000 232000 331110 133011 122000 311100 223000"),
    },
    {
        "s1": {"stride=2": "stride=1", "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 1, 1, 1"},
        "s3": {"stride=2": "stride=3", "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 3, 3, 3"},
        "s": ({"stride=2": "stride=({0}, {1}, {2})", "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = {0}, {1}, {2}"}, "122 211 121 112"),
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
