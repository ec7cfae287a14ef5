"""Transposed convolution of sequences: each x[n, c, i] adds w[c, o, k] * x[n, c, i] to y[n, o, i * stride - padding + k].

Adding from many places to one would need atomics. Turned round, each y[n, o, l] asks which x reach it: position
l + padding - k * dilation must be a multiple of the stride. What is left is a matrix product of w and gathered x, and
one program owns a tile of (channels, positions) of one group.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 4, 1, 3), (2, 4, 11, 5, 3), (1, 9, 40, 4, 4)]  # N, C, L, O, kernel; C and O a group


def make(N, C, L, O, KERNEL):
    groups = 1
    return (torch.randn(N, groups * C, L), torch.randn(groups * C, O, KERNEL) / (C * KERNEL) ** 0.5,
            torch.randn(groups * O))


def conv_transpose1d_torch(x, w, b):
    y = F.conv_transpose1d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
    y = torch.relu(y)
    return y


@triton.jit
def conv_transpose1d_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, L, O, OL, KERNEL: tl.constexpr,
                            STRIDE: tl.constexpr, PADDING: tl.constexpr, DILATION: tl.constexpr, GROUPS: tl.constexpr,
                            BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_K: tl.constexpr):
    group = tl.program_id(2)
    positions = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = positions // OL
    within = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    o_mask = within < O
    channels = group * O + within
    taps = C // GROUPS * KERNEL

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        c = group * (C // GROUPS) + k // KERNEL
        shifted = (positions % OL + PADDING)[None, :] - (k % KERNEL * DILATION)[:, None]
        place = shifted // STRIDE
        reached = (shifted >= 0) & (shifted % STRIDE == 0) & (place < L)
        x_mask = (k[:, None] < taps) & (n[None, :] < N) & reached
        x = tl.load(x_ptr + (n[None, :] * C + c[:, None]) * L + place, mask=x_mask, other=0.0).to(tl.float32)
        w_mask = o_mask[:, None] & (k[None, :] < taps)
        w_ptrs = w_ptr + (c[None, :] * O + within[:, None]) * KERNEL + (k % KERNEL)[None, :]
        w = tl.load(w_ptrs, mask=w_mask, other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    y_ptrs = y_ptr + (n[None, :] * (GROUPS * O) + channels[:, None]) * OL + (positions % OL)[None, :]
    tl.store(y_ptrs, y, mask=o_mask[:, None] & (n[None, :] < N))


def conv_transpose1d_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    output_padding = 0
    dilation = 1
    groups = 1
    N, C, L = x.shape
    _, O, K = w.shape  # O: output channels of one group
    OL = (L - 1) * stride - 2 * padding + dilation * (K - 1) + output_padding + 1
    y = torch.empty((N, groups * O, OL), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(N * OL, 128), triton.cdiv(O, 32), groups)
    conv_transpose1d_kernel[grid](x, w, b, y, N, C, L, O, OL, KERNEL=K, STRIDE=stride, PADDING=padding,
                                  DILATION=dilation, GROUPS=groups, BLOCK_O=32, BLOCK_P=128, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "conv_transpose1d_no_bias": {
        "** 0.5,\n            torch.randn(groups * O))": "** 0.5)",
        "(x, w, b)": "(x, w)",
        "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
        "[grid](x, w, b": "[grid](x, w",
    },
}
AXES = [
    {
        "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
        "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
        "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"},
        "stride2_more": {"stride=1": "stride=2", "stride = 1": "stride = 2",
                         "output_padding=0": "output_padding=1", "output_padding = 0": "output_padding = 1"},
        "stride3_more": {"stride=1": "stride=3", "stride = 1": "stride = 3",
                         "output_padding=0": "output_padding=2", "output_padding = 0": "output_padding = 2"},
    },
    {
        "padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
        "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"},
    },
    {
        "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
        "dilation3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
    },
    {
        "depthwise": {"groups=1": "groups=x.shape[1]", "groups = 1": "groups = x.shape[1]",
                      "groups = 1\n    return (torch.randn(N, groups * C, L)": "groups, C = C, 1\nreturn (torch.randn(N, groups * C, L)"},
        "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
        "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
