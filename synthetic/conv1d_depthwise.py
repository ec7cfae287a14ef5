"""Depthwise convolution of sequences, y[n, c, l] = b[c] + sum over k of w[c, k] * x[n, c, l * stride - padding + k].

Every channel has a filter of its own, so there is no matrix product to make of it and memory is the bound. One program
owns BLOCK positions of one sequence and adds one tap at a time: one weight, BLOCK neighbours.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 1), (2, 3, 20, 3), (1, 2, 300, 4)]  # N, C, L, kernel


def make(N, C, L, KERNEL):
    return torch.randn(N, C, L), torch.randn(C, 1, KERNEL) / KERNEL ** 0.5, torch.randn(C)


def conv1d_depthwise_torch(x, w, b):
    y = F.conv1d(x, w, b, stride=1, padding=0, dilation=1, groups=x.shape[1])
    y = torch.relu(y)
    return y


@triton.jit
def conv1d_depthwise_kernel(x_ptr, w_ptr, b_ptr, y_ptr, C, L, OL, KERNEL: tl.constexpr, STRIDE: tl.constexpr,
                            PADDING: tl.constexpr, DILATION: tl.constexpr, BLOCK: tl.constexpr):
    line = tl.program_id(0).to(tl.int64)  # one (n, c)
    c = line % C
    positions = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in tl.static_range(KERNEL):
        place = positions * STRIDE - PADDING + k * DILATION
        inside = (place >= 0) & (place < L) & (positions < OL)
        x = tl.load(x_ptr + line * L + place, mask=inside, other=0.0).to(tl.float32)
        y += x * tl.load(w_ptr + c * KERNEL + k).to(tl.float32)
    y += tl.load(b_ptr + c).to(tl.float32)
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + line * OL + positions, y, mask=positions < OL)


def conv1d_depthwise_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    dilation = 1
    N, C, L = x.shape
    K = w.shape[2]
    OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1
    y = torch.empty((N, C, OL), device=x.device, dtype=x.dtype)
    grid = (N * C, triton.cdiv(OL, 256))
    conv1d_depthwise_kernel[grid](x, w, b, y, C, L, OL, KERNEL=K, STRIDE=stride, PADDING=padding, DILATION=dilation,
                                  BLOCK=256, num_warps=4)
    return y


FAMILY = {
    "conv1d_depthwise_no_bias": {
        "KERNEL ** 0.5, torch.randn(C)": "KERNEL ** 0.5",
        "(x, w, b)": "(x, w)",
        "F.conv1d(x, w, b": "F.conv1d(x, w",
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
        "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"},
    },
    ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
