"""Transposed convolution of volumes: each voxel of x[n, c] adds itself times w[c, o] to a window of y[n, o].

Turned round, each voxel of y gathers the voxels of x that reach it through tap (kd, kh, kw): along every dimension its
place + padding - tap * dilation must be a multiple of the stride. What is left is a matrix product of w and gathered
x, and one program owns a tile of (channels, voxels) of one group.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2, 3, 1, 3), (1, 2, 3, 4, 2, 3, 2), (2, 3, 2, 1, 2, 4, 3)]  # N, C, D, H, W, O, kernel; C and O a group


def make(N, C, D, H, W, O, KERNEL):
    groups = 1
    return (torch.randn(N, groups * C, D, H, W),
            torch.randn(groups * C, O, KERNEL, KERNEL, KERNEL) / (C * KERNEL ** 3) ** 0.5, torch.randn(groups * O))


def conv_transpose3d_torch(x, w, b):
    y = F.conv_transpose3d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
    y = torch.relu(y)
    return y


@triton.jit
def conv_transpose3d_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW,
                            KD: tl.constexpr, KH: tl.constexpr, KW: tl.constexpr,
                            STRIDE: tl.constexpr, PADDING: tl.constexpr, DILATION: tl.constexpr, GROUPS: tl.constexpr,
                            BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    voxels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = voxels // (OD * OH * OW)
    back = voxels // (OH * OW) % OD + PADDING
    bottom = voxels // OW % OH + PADDING
    right = voxels % OW + PADDING
    within = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    o_mask = within < O
    channels = group * O + within
    taps = C // GROUPS * KD * KH * KW

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        c = group * (C // GROUPS) + k // (KD * KH * KW)
        deep = back[None, :] - (k // (KH * KW) % KD * DILATION)[:, None]
        down = bottom[None, :] - (k // KW % KH * DILATION)[:, None]
        along = right[None, :] - (k % KW * DILATION)[:, None]
        depth = deep // STRIDE
        row = down // STRIDE
        column = along // STRIDE
        reached = (deep >= 0) & (down >= 0) & (along >= 0) & (depth < D) & (row < H) & (column < W)
        reached &= (deep % STRIDE == 0) & (down % STRIDE == 0) & (along % STRIDE == 0)
        x_mask = (k[:, None] < taps) & (n[None, :] < N) & reached
        x_ptrs = x_ptr + (((n[None, :] * C + c[:, None]) * D + depth) * H + row) * W + column
        x = tl.load(x_ptrs, mask=x_mask, other=0.0).to(tl.float32)
        w_mask = o_mask[:, None] & (k[None, :] < taps)
        w_ptrs = w_ptr + (c[None, :] * O + within[:, None]) * (KD * KH * KW) + (k % (KD * KH * KW))[None, :]
        w = tl.load(w_ptrs, mask=w_mask, other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    y_ptrs = y_ptr + (n[None, :] * (GROUPS * O) + channels[:, None]) * OD * OH * OW + (voxels % (OD * OH * OW))[None, :]
    tl.store(y_ptrs, y, mask=o_mask[:, None] & (n[None, :] < N))


def conv_transpose3d_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    output_padding = 0
    dilation = 1
    groups = 1
    N, C, D, H, W = x.shape
    _, O, KD, KH, KW = w.shape  # O: output channels of one group
    OD = (D - 1) * stride - 2 * padding + dilation * (KD - 1) + output_padding + 1
    OH = (H - 1) * stride - 2 * padding + dilation * (KH - 1) + output_padding + 1
    OW = (W - 1) * stride - 2 * padding + dilation * (KW - 1) + output_padding + 1
    y = torch.empty((N, groups * O, OD, OH, OW), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(N * OD * OH * OW, 128), triton.cdiv(O, 32), groups)
    conv_transpose3d_kernel[grid](x, w, b, y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE=stride,
                                  PADDING=padding, DILATION=dilation, GROUPS=groups,
                                  BLOCK_O=32, BLOCK_P=128, BLOCK_K=32, num_warps=4)
    return y


FAMILY = {
    "conv_transpose3d_no_bias": {
        "** 0.5, torch.randn(groups * O))": "** 0.5)",
        "(x, w, b)": "(x, w)",
        "F.conv_transpose3d(x, w, b": "F.conv_transpose3d(x, w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
        "[grid](x, w, b": "[grid](x, w",
    },
}
AXES = [
    {
        "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
        "stride2_more": {"stride=1": "stride=2", "stride = 1": "stride = 2",
                         "output_padding=0": "output_padding=1", "output_padding = 0": "output_padding = 1"},
    },
    {
        "padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
    },
    {
        "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
    },
    {
        "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
    },
    ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
