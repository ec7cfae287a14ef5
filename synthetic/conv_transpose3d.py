"""Transposed convolution of volumes: each voxel of x[n, c] adds itself times w[c, o] to a window of y[n, o].

Turned round, each voxel of y gathers the voxels of x that reach it through a tap: along every dimension its place +
padding - tap * dilation must be a multiple of the stride. What is left is a matrix product of w and gathered x, and
one program owns a tile of (channels, voxels) of one group.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3, 5, 7, 2, 1, 1), (2, 3, 2, 3, 1, 5, 3, 2, 4), (1, 4, 3, 2, 5, 6, 1, 3, 3)]  # N, C, D, H, W, O, KD, KH, KW; C and O a group


def make(N, C, D, H, W, O, KD, KH, KW):
    groups = 1
    x = torch.randn(N, groups * C, D, H, W)
    w = torch.randn(groups * C, O, KD, KH, KW) / (C * KD * KH * KW) ** 0.5
    b = torch.randn(groups * O)
    return x, w, b


def conv_transpose3d_torch(x, w, b):
    y = F.conv_transpose3d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
    y = torch.relu(y)
    return y


@triton.jit
def conv_transpose3d_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr, KH: tl.constexpr,
                            KW: tl.constexpr,
                            STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                            PADDING_D: tl.constexpr, PADDING_H: tl.constexpr, PADDING_W: tl.constexpr,
                            DILATION_D: tl.constexpr, DILATION_H: tl.constexpr, DILATION_W: tl.constexpr,
                            GROUPS: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    voxels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = voxels // (OD * OH * OW)
    back = voxels // (OH * OW) % OD + PADDING_D
    bottom = voxels // OW % OH + PADDING_H
    right = voxels % OW + PADDING_W
    within = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    o_mask = within < O
    channels = group * O + within
    taps = C // GROUPS * KD * KH * KW

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        c = group * (C // GROUPS) + k // (KD * KH * KW)
        deep = back[None, :] - (k // (KH * KW) % KD * DILATION_D)[:, None]
        down = bottom[None, :] - (k // KW % KH * DILATION_H)[:, None]
        along = right[None, :] - (k % KW * DILATION_W)[:, None]
        depth = deep // STRIDE_D
        row = down // STRIDE_H
        column = along // STRIDE_W
        inside = (deep >= 0) & (down >= 0) & (along >= 0) & (depth < D) & (row < H) & (column < W)
        inside &= (deep % STRIDE_D == 0) & (down % STRIDE_H == 0) & (along % STRIDE_W == 0)
        x_ptrs = x_ptr + (((n[None, :] * C + c[:, None]) * D + depth) * H + row) * W + column
        x_mask = (k[:, None] < taps) & (n[None, :] < N) & inside
        x = tl.load(x_ptrs, mask=x_mask, other=0.0).to(tl.float32)
        w_mask = o_mask[:, None] & (k[None, :] < taps)
        w_ptrs = w_ptr + (c[None, :] * O + within[:, None]) * (KD * KH * KW) + (k % (KD * KH * KW))[None, :]
        w = tl.load(w_ptrs, mask=w_mask, other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    offsets = (n[None, :] * (GROUPS * O) + channels[:, None]) * (OD * OH * OW) + (voxels % (OD * OH * OW))[None, :]
    tl.store(y_ptr + offsets, y, mask=o_mask[:, None] & (n[None, :] < N))


def conv_transpose3d_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride_d, stride_h, stride_w = 1, 1, 1
    padding_d, padding_h, padding_w = 0, 0, 0
    more_d, more_h, more_w = 0, 0, 0  # output_padding
    dilation_d, dilation_h, dilation_w = 1, 1, 1
    groups = 1
    N, C, D, H, W = x.shape
    _, O, KD, KH, KW = w.shape  # O: output channels of one group
    OD = (D - 1) * stride_d - 2 * padding_d + dilation_d * (KD - 1) + more_d + 1
    OH = (H - 1) * stride_h - 2 * padding_h + dilation_h * (KH - 1) + more_h + 1
    OW = (W - 1) * stride_w - 2 * padding_w + dilation_w * (KW - 1) + more_w + 1
    y = torch.empty((N, groups * O, OD, OH, OW), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(N * OD * OH * OW, 64), triton.cdiv(O, 32), groups)
    conv_transpose3d_kernel[grid](x, w, b, y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE_D=stride_d,
                                  STRIDE_H=stride_h, STRIDE_W=stride_w, PADDING_D=padding_d, PADDING_H=padding_h,
                                  PADDING_W=padding_w, DILATION_D=dilation_d, DILATION_H=dilation_h, DILATION_W=dilation_w,
                                  GROUPS=groups, BLOCK_O=32, BLOCK_P=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "conv_transpose3d_no_bias": {
        "b = torch.randn(groups * O)": "",
        "(x, w, b)": "(x, w)",
        "return x, w, b": "return x, w",
        "F.conv_transpose3d(x, w, b": "F.conv_transpose3d(x, w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
        "[grid](x, w, b": "[grid](x, w",
    },
}
AXES = [
    {
        "stride2": {
            "stride=1": "stride=2",
            "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2",
        },
        "stride3": {
            "stride=1": "stride=3",
            "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3",
        },
        "stride": ({"stride=1": "stride=({0}, {1}, {2})",
                    "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}"},
                  "122 211 213 121 221 312 123 231"),
        "stride2_more": {
            "stride=1": "stride=2",
            "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2",
            "output_padding=0": "output_padding=1",
            "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = 1, 1, 1",
        },
        "stride3_more": {
            "stride=1": "stride=3",
            "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3",
            "output_padding=0": "output_padding=1",
            "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = 1, 1, 1",
        },
        "more": ({"stride=1": "stride=({0}, {1}, {2})",
                  "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
                  "output_padding=0": "output_padding=({3}, {4}, {5})",
                  "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = {3}, {4}, {5}"},
                 "122011 213102 222011 211100 321210 222100 123012 132021 323202 231120"),
    },
    {
        "padding1": {
            ", padding=0": ", padding=1",
            "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1",
        },
        "padding": ({", padding=0": ", padding=({0}, {1}, {2})",
                     "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = {0}, {1}, {2}"},
                   "011 100 101 110 001 010"),
    },
    {
        "dilation2": {
            "dilation=1": "dilation=2",
            "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = 2, 2, 2",
        },
        "dilation": ({"dilation=1": "dilation=({0}, {1}, {2})",
                      "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}"},
                    "122 211 121 112 213 123"),
    },
    {
        "depthwise": {"groups=1": "groups=x.shape[1]", "groups = 1": "groups = x.shape[1]",
                      "groups = 1\n    x = torch.randn(N, groups * C, D, H, W)": "groups, C = C, 1\nx = torch.randn(N, groups * C, D, H, W)"},
        "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
        "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
        "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
