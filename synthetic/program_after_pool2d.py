"""Pooling of a plane and a program of its result and of tensors that broadcast to it, with one result or several.

One program takes BLOCK consecutive outputs, walks through the taps of all their windows at once, and then reads what it
needs of the others.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 6, 6), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C, H, W


def make(N, C, H, W):
    window, stride, padding = 2, 2, 0
    OH = (H + 2 * padding - window) // stride + 1
    OW = (W + 2 * padding - window) // stride + 1
    x = torch.randn(N, C, H, W)
    return x, torch.randn(N, C, OH, OW), torch.randn(C, 1, 1)


def program_after_pool2d_torch(x, z, w):
    x = torch.relu(x)
    s = F.max_pool2d(x, kernel_size=2, stride=2, padding=0)
    y = s * z
    y = y + w
    return y


@triton.jit
def program_after_pool2d_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, C, H, W, OH, OW, WINDOW: tl.constexpr, STRIDE: tl.constexpr,
                         PADDING: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    top = offsets // OW % OH * STRIDE - PADDING
    left = offsets % OW * STRIDE - PADDING
    plane = offsets // (OH * OW)  # one (n, c)
    s = tl.full((BLOCK,), float("-inf"), tl.float32)
    for tap in range(WINDOW * WINDOW):
        row = top + tap // WINDOW
        column = left + tap % WINDOW
        inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        x = tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # What lies outside must never count, so it is put out of play here, after every function of x.
        s = tl.maximum(s, tl.where(inside, x, float("-inf")))
    s = tl.where(mask, s, 0.0)  # beyond the end nothing was found
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets // (OH * OW) % C, mask=mask, other=0.0).to(tl.float32)
    y = s * z
    y = y + w
    tl.store(y_ptr + offsets, y, mask=mask)


def program_after_pool2d_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    window, stride, padding = 2, 2, 0
    N, C, H, W = x.shape
    OH = (H + 2 * padding - window) // stride + 1
    OW = (W + 2 * padding - window) // stride + 1
    y = x.new_empty(N, C, OH, OW)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_after_pool2d_kernel[grid](x, z, w, y, n_elements, C, H, W, OH, OW, WINDOW=window, STRIDE=stride, PADDING=padding,
                               BLOCK=1024)
    return y


FAMILY = {
    "average": {
        "F.max_pool2d": "F.avg_pool2d",
        's = tl.full((BLOCK,), float("-inf"), tl.float32)': "s = tl.zeros((BLOCK,), tl.float32)",
        's = tl.maximum(s, tl.where(inside, x, float("-inf")))': "s += tl.where(inside, x, 0.0)",
        "s = tl.where(mask, s, 0.0)  # beyond the end nothing was found": "s = s / (WINDOW * WINDOW)",
    },
}

AXES = [
    "AFTER_POOLS",
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
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
        "k5s2p2": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=2, padding=2",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 2, 2",
        },
        "k4s2p1": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=2, padding=1",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 2, 1",
        },
        "k5s1p2": {
            "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=1, padding=2",
            "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 1, 2",
        },
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
