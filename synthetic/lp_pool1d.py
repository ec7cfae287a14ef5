"""Lp pooling of a line: y[n, c, o] = (sum over k of |x[n, c, o * stride + k]|^p)^(1/p), here with p = 1, which keeps signs, and the even powers.

One program takes BLOCK consecutive outputs and walks through the taps of all their windows at once. An even power
needs no absolute value, and its root is one square root or two.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 8), (2, 3, 33), (3, 5, 100)]


def make(*shape):
    return (torch.randn(shape),)


def lp_pool1d_torch(x):
    x = F.softsign(x)
    y = F.lp_pool1d(x, norm_type=2, kernel_size=3, stride=2)
    y = torch.sigmoid(y)
    return y


@triton.jit
def lp_pool1d_kernel(x_ptr, y_ptr, n_elements, length, out_length, KERNEL: tl.constexpr, STRIDE: tl.constexpr,
                     BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    start = offsets // out_length * length + offsets % out_length * STRIDE
    total = tl.zeros((BLOCK,), tl.float32)
    for k in tl.static_range(KERNEL):
        x = tl.load(x_ptr + start + k, mask=mask, other=0.0).to(tl.float32)
        x = x / (1.0 + tl.abs(x))
        total += x * x
    y = tl.sqrt(total)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def lp_pool1d_triton(x):
    x = x.contiguous()
    n, channels, length = x.shape
    window = 3
    stride = 2
    out_length = (length - window) // stride + 1
    y = x.new_empty(n, channels, out_length)
    grid = (triton.cdiv(y.numel(), 1024),)
    lp_pool1d_kernel[grid](x, y, y.numel(), length, out_length, KERNEL=window, STRIDE=stride, BLOCK=1024)
    return y


FAMILY = {
    "lp_pool1d_p1": {"norm_type=2": "norm_type=1", "total += x * x": "total += x", "y = tl.sqrt(total)": "y = total"},
    "lp_pool1d_p4": {"norm_type=2": "norm_type=4", "total += x * x": "total += (x * x) * (x * x)",
                     "y = tl.sqrt(total)": "y = tl.sqrt(tl.sqrt(total))"},
}

AXES = [
    {
        "k2": {"kernel_size=3": "kernel_size=2", "window = 3": "window = 2"},
        "k4": {"kernel_size=3": "kernel_size=4", "window = 3": "window = 4"},
        "k5": {"kernel_size=3": "kernel_size=5", "window = 3": "window = 5"},
        "k6": {"kernel_size=3": "kernel_size=6", "window = 3": "window = 6"},
        "k7": {"kernel_size=3": "kernel_size=7", "window = 3": "window = 7"},
        "k8": {"kernel_size=3": "kernel_size=8", "window = 3": "window = 8"},
    },
    {
        "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
        "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
        "s4": {"stride=2": "stride=4", "stride = 2": "stride = 4"},
    },
    {
        "unbatched": {
            "[(1, 1, 8), (2, 3, 33), (3, 5, 100)]": "[(1, 8), (3, 33), (5, 100)]",
            "n, channels, length = x.shape": "channels, length = x.shape",
            "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length",
        },
    },
    ("UNARY", "x = F.softsign(x)", "x = x / (1.0 + tl.abs(x))", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
