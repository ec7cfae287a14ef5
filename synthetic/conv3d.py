"""Convolution of volumes, y[n, o] = b[o] + sum over c of w[o, c] correlated with x[n, c], in any of its forms.

An implicit matrix product: w is a matrix of O rows and C * KD * KH * KW columns, and column (n, depth, row, column) of
the other matrix holds the numbers of x under that window, gathered as they are needed, with zeros where the window
leaves the volume. One program owns a tile of (channels, voxels) of one group.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3, 4, 1, 1), (1, 2, 5, 6, 7, 3, 3), (2, 3, 3, 5, 4, 4, 2)]  # N, C, D, H, W, O and kernel; C and O a group


def make(N, C, D, H, W, O, KERNEL):
    groups = 1
    return (torch.randn(N, groups * C, D, H, W),
            torch.randn(groups * O, C, KERNEL, KERNEL, KERNEL) / (C * KERNEL ** 3) ** 0.5, torch.randn(groups * O))


def conv3d_torch(x, w, b):
    y = F.conv3d(x, w, b, stride=1, padding=0, dilation=1, groups=1)
    y = torch.relu(y)
    return y


@triton.jit
def conv3d_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW,
                  KD: tl.constexpr, KH: tl.constexpr, KW: tl.constexpr,
                  STRIDE: tl.constexpr, PADDING: tl.constexpr, DILATION: tl.constexpr, GROUPS: tl.constexpr,
                  BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    voxels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = voxels // (OD * OH * OW)
    front = voxels // (OH * OW) % OD * STRIDE - PADDING
    top = voxels // OW % OH * STRIDE - PADDING
    left = voxels % OW * STRIDE - PADDING
    within = tl.program_id(1) * BLOCK_O + tl.arange(0, BLOCK_O)
    channels = (group * (O // GROUPS) + within).to(tl.int64)
    o_mask = within < O // GROUPS
    taps = C // GROUPS * KD * KH * KW

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        c = group * (C // GROUPS) + k // (KD * KH * KW)
        depth = front[None, :] + (k // (KH * KW) % KD * DILATION)[:, None]
        row = top[None, :] + (k // KW % KH * DILATION)[:, None]
        column = left[None, :] + (k % KW * DILATION)[:, None]
        inside = (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        x_mask = (k[:, None] < taps) & (n[None, :] < N) & inside
        x_ptrs = x_ptr + (((n[None, :] * C + c[:, None]) * D + depth) * H + row) * W + column
        x = tl.load(x_ptrs, mask=x_mask, other=0.0).to(tl.float32)
        w_mask = o_mask[:, None] & (k[None, :] < taps)
        w = tl.load(w_ptr + channels[:, None] * taps + k[None, :], mask=w_mask, other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    y_ptrs = y_ptr + (n[None, :] * O + channels[:, None]) * OD * OH * OW + (voxels % (OD * OH * OW))[None, :]
    tl.store(y_ptrs, y, mask=o_mask[:, None] & (n[None, :] < N))


def conv3d_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    dilation = 1
    groups = 1
    N, C, D, H, W = x.shape
    O, _, KD, KH, KW = w.shape
    OD = (D + 2 * padding - dilation * (KD - 1) - 1) // stride + 1
    OH = (H + 2 * padding - dilation * (KH - 1) - 1) // stride + 1
    OW = (W + 2 * padding - dilation * (KW - 1) - 1) // stride + 1
    y = torch.empty((N, O, OD, OH, OW), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(N * OD * OH * OW, 128), triton.cdiv(O // groups, 32), groups)
    conv3d_kernel[grid](x, w, b, y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,
                        DILATION=dilation, GROUPS=groups, BLOCK_O=32, BLOCK_P=128, BLOCK_K=32, num_warps=4)
    return y


FAMILY = {
    "conv3d_no_bias": {
        "** 0.5, torch.randn(groups * O))": "** 0.5)",
        "(x, w, b)": "(x, w)",
        "F.conv3d(x, w, b": "F.conv3d(x, w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
        "[grid](x, w, b": "[grid](x, w",
    },
}
AXES = [
    {
        "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
        "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
    },
    {
        "padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
        "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"},
    },
    {
        "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
    },
    {
        "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
        "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
    },
    ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
