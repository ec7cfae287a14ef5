"""Transposed convolution of volumes whose result is read twice: v = conv_transpose3d(x, w, b), y = sigmoid(max(relu(v), cos(v))), and on.

One value is kept while another goes through its functions, and both meet: a gate, a residual, a share. All of it is
arithmetic on one accumulator in registers; what is kept costs registers, no reading.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2, 3, 1, 3, 3, 3), (2, 3, 5, 7, 8, 4, 2, 3, 3), (3, 4, 2, 5, 1, 6, 3, 2, 3)]  # N, C, D, H, W, O, KD, KH, KW


def make(N, C, D, H, W, O, KD, KH, KW):
    x = torch.randn(N, C, D, H, W)
    w = torch.randn(C, O, KD, KH, KW) / (C * KD * KH * KW) ** 0.5
    b = torch.randn(O)
    return x, w, b


def conv_transpose3d_reuse_torch(x, w, b):
    y = F.conv_transpose3d(x, w, b, stride=1, padding=0, output_padding=0)
    z = y
    z = torch.cos(z)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y


@triton.jit
def conv_transpose3d_reuse_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr,
                                  KH: tl.constexpr, KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr,
                                  BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_K: tl.constexpr):
    voxels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = voxels // (OD * OH * OW)
    back = voxels // (OH * OW) % OD + PADDING
    bottom = voxels // OW % OH + PADDING
    right = voxels % OW + PADDING
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    taps = C * KD * KH * KW

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        c = k // (KD * KH * KW)
        deep = back[None, :] - (k // (KH * KW) % KD)[:, None]
        down = bottom[None, :] - (k // KW % KH)[:, None]
        along = right[None, :] - (k % KW)[:, None]
        depth = deep // STRIDE
        row = down // STRIDE
        column = along // STRIDE
        inside = (deep >= 0) & (down >= 0) & (along >= 0) & (depth < D) & (row < H) & (column < W)
        inside &= (deep % STRIDE == 0) & (down % STRIDE == 0) & (along % STRIDE == 0)
        x_ptrs = x_ptr + (((n[None, :] * C + c[:, None]) * D + depth) * H + row) * W + column
        x_mask = (k[:, None] < taps) & (n[None, :] < N) & inside
        x = tl.load(x_ptrs, mask=x_mask, other=0.0).to(tl.float32)
        w_mask = (channels[:, None] < O) & (k[None, :] < taps)
        w_ptrs = w_ptr + (c[None, :] * O + channels[:, None]) * (KD * KH * KW) + (k % (KD * KH * KW))[None, :]
        w = tl.load(w_ptrs, mask=w_mask, other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & (n[None, :] < N)
    offsets = (n[None, :] * O + channels[:, None]) * (OD * OH * OW) + (voxels % (OD * OH * OW))[None, :]
    z = y
    z = tl.cos(z)
    y = tl.maximum(y, 0.0)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv_transpose3d_reuse_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    output_padding = 0
    N, C, D, H, W = x.shape
    _, O, KD, KH, KW = w.shape
    OD = (D - 1) * stride - 2 * padding + KD + output_padding
    OH = (H - 1) * stride - 2 * padding + KH + output_padding
    OW = (W - 1) * stride - 2 * padding + KW + output_padding
    y = torch.empty((N, O, OD, OH, OW), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(N * OD * OH * OW, 64), triton.cdiv(O, 32))
    conv_transpose3d_reuse_kernel[grid](x, w, b, y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE=stride,
                                        PADDING=padding, BLOCK_O=32, BLOCK_P=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "conv_transpose3d_reuse_no_bias": {
        "(x, w, b)": "(x, w)",
        "return x, w, b": "return x, w",
        "b = torch.randn(O)": "",
        "F.conv_transpose3d(x, w, b": "F.conv_transpose3d(x, w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
        "[grid](x, w, b": "[grid](x, w",
    },
}
AXES = [
    {
        "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
        "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
        "stride2_more": {
            "stride=1": "stride=2",
            "stride = 1": "stride = 2",
            "output_padding=0": "output_padding=1",
            "output_padding = 0": "output_padding = 1",
        },
    },
    {
        "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    },
    {
        "halved": {"z = y": "y = 0.5 * y\nz = y"},
        "doubled": {"z = y": "y = y * 2.0\nz = y"},
        "shifted": {"z = y": "y = y + 1.0\nz = y"},
        "lowered": {"z = y": "y = y - 0.5\nz = y"},
        "shrunk": {"z = y": "y = y / 3.0\nz = y"},
    },
    ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
