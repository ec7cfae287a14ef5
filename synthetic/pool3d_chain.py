"""Pooling of a volume between functions, y = sigmoid(sin(max_pool3d(relu(x)))), the maximum or the mean of every window.

One program takes BLOCK consecutive outputs and walks through the taps of all their windows at once; the functions that
follow work on what it has found, before the only write.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5, 5, 5), (2, 3, 8, 12, 6), (2, 4, 7, 5, 6)]  # N, C, D, H, W


def make(*shape):
    return (torch.randn(shape),)


def pool3d_chain_torch(x):
    x = torch.relu(x)
    y = F.max_pool3d(x, kernel_size=2, stride=2, padding=0)
    y = torch.sin(y)
    y = torch.sigmoid(y)
    y = torch.abs(y)
    return y


@triton.jit
def pool3d_chain_kernel(x_ptr, y_ptr, n_elements, D, H, W, OD, OH, OW, WINDOW: tl.constexpr, STRIDE: tl.constexpr,
                        PADDING: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    front = offsets // (OH * OW) % OD * STRIDE - PADDING
    top = offsets // OW % OH * STRIDE - PADDING
    left = offsets % OW * STRIDE - PADDING
    plane = offsets // (OD * OH * OW)  # one (n, c)
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
    for tap in range(WINDOW * WINDOW * WINDOW):
        slab = front + tap // (WINDOW * WINDOW)
        row = top + tap // WINDOW % WINDOW
        column = left + tap % WINDOW
        inside = mask & (slab >= 0) & (slab < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        x = tl.load(x_ptr + ((plane * D + slab) * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # What lies outside must never count, so it is put out of play here, after every function of x.
        y = tl.maximum(y, tl.where(inside, x, float("-inf")))
    y = tl.where(mask, y, 0.0)  # beyond the end nothing was found
    y = tl.sin(y)
    y = tl.sigmoid(y)
    y = tl.abs(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pool3d_chain_triton(x):
    x = x.contiguous()
    window, stride, padding = 2, 2, 0
    N, C, D, H, W = x.shape
    OD = (D + 2 * padding - window) // stride + 1
    OH = (H + 2 * padding - window) // stride + 1
    OW = (W + 2 * padding - window) // stride + 1
    y = x.new_empty(N, C, OD, OH, OW)
    grid = (triton.cdiv(y.numel(), 1024),)
    pool3d_chain_kernel[grid](x, y, y.numel(), D, H, W, OD, OH, OW, WINDOW=window, STRIDE=stride, PADDING=padding,
                              BLOCK=1024)
    return y


FAMILY = {
    "avg_pool3d_chain": {
        "F.max_pool3d": "F.avg_pool3d",
        "y = tl.full((BLOCK,), float(\"-inf\"), tl.float32)": "y = tl.zeros((BLOCK,), tl.float32)",
        "y = tl.maximum(y, tl.where(inside, x, float(\"-inf\")))": "y += tl.where(inside, x, 0.0)",
        "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / (WINDOW * WINDOW * WINDOW)",
    },
}
AXES = [
    {
        "k3s2p1": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=1",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 1",
        },
        "k3s1p1": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=1",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 1",
        },
        "k3s3p0": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=3, padding=0",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 3, 0",
        },
        "k3s2p0": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=0",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 0",
        },
        "k2s1p0": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=2, stride=1, padding=0",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 2, 1, 0",
        },
        "k4s4p0": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=4, padding=0",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 4, 0",
        },
        "k3s1p0": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=0",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 0",
        },
    },
    ("REUSE+UNARY+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
    ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    {
        "flat": {"return y": "return y.reshape(y.shape[0], -1)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
