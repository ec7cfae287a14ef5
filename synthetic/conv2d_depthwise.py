"""Depthwise convolution, y[n, c] = b[c] + w[c] correlated with x[n, c]: every channel has a filter of its own.

There is no sum over channels, so there is no matrix product to make of it and memory is the bound. One program owns
BLOCK pixels of one channel of one image and adds one tap of the filter at a time: one weight, BLOCK neighbours.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 4, 1), (1, 3, 8, 9, 3), (2, 2, 10, 9, 2)]  # N, C, H, W, kernel


def make(N, C, H, W, KERNEL):
    return torch.randn(N, C, H, W), torch.randn(C, 1, KERNEL, KERNEL) / KERNEL, torch.randn(C)


def conv2d_depthwise_torch(x, w, b):
    y = F.conv2d(x, w, b, stride=1, padding=0, dilation=1, groups=x.shape[1])
    y = torch.relu(y)
    return y


@triton.jit
def conv2d_depthwise_kernel(x_ptr, w_ptr, b_ptr, y_ptr, C, H, W, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                            STRIDE: tl.constexpr, PADDING: tl.constexpr, DILATION: tl.constexpr, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)  # one (n, c)
    c = plane % C
    pixels = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    top = pixels // OW * STRIDE - PADDING
    left = pixels % OW * STRIDE - PADDING
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for kh in tl.static_range(KH):
        for kw in tl.static_range(KW):
            row = top + kh * DILATION
            column = left + kw * DILATION
            inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (pixels < OH * OW)
            x = tl.load(x_ptr + plane * H * W + row * W + column, mask=inside, other=0.0).to(tl.float32)
            y += x * tl.load(w_ptr + (c * KH + kh) * KW + kw).to(tl.float32)
    y += tl.load(b_ptr + c).to(tl.float32)
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + plane * OH * OW + pixels, y, mask=pixels < OH * OW)


def conv2d_depthwise_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    dilation = 1
    N, C, H, W = x.shape
    KH, KW = w.shape[2], w.shape[3]
    OH = (H + 2 * padding - dilation * (KH - 1) - 1) // stride + 1
    OW = (W + 2 * padding - dilation * (KW - 1) - 1) // stride + 1
    y = torch.empty((N, C, OH, OW), device=x.device, dtype=x.dtype)
    grid = (N * C, triton.cdiv(OH * OW, 256))
    conv2d_depthwise_kernel[grid](x, w, b, y, C, H, W, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,
                                  DILATION=dilation, BLOCK=256, num_warps=4)
    return y


FAMILY = {
    "conv2d_depthwise_no_bias": {
        "/ KERNEL, torch.randn(C)": "/ KERNEL",
        "(x, w, b)": "(x, w)",
        "F.conv2d(x, w, b": "F.conv2d(x, w",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + c).to(tl.float32)": "",
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
        "padding3": {"padding=0": "padding=3", "padding = 0": "padding = 3"},
    },
    {
        "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
    },
    ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
