"""A chain with a scale and a shift of one number a channel, y = f(x * s + b) and so on, and no other tensor.

A plane of a channel shares its two weights. Both are read by the channel of the element, which is its offset divided by
the size of a plane, modulo the number of channels; neighbours read the same address, which costs one load.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(C, 1, 1)


def chain_of_weights_torch(x, s, b):
    x = torch.relu(x)
    x = x * s
    x = torch.sigmoid(x)
    x = x + b
    x = x * 0.5
    x = torch.abs(x)
    return x


@triton.jit
def chain_of_weights_kernel(x_ptr, s_ptr, b_ptr, y_ptr, n_elements, channels, plane_size, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    channel = offsets // plane_size % channels
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    s = tl.load(s_ptr + channel, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = s * x
    x = tl.sigmoid(x)
    x = b + x
    x = 0.5 * x
    x = tl.abs(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def chain_of_weights_triton(x, s, b):
    x, s, b = x.contiguous(), s.contiguous(), b.contiguous()
    y = torch.empty_like(x)
    n_elements, channels, plane_size = x.numel(), x.shape[1], x.shape[2] * x.shape[3]
    grid = (triton.cdiv(n_elements, 1024),)
    chain_of_weights_kernel[grid](x, s, b, y, n_elements, channels, plane_size, BLOCK=1024)
    return y


AXES = [
    {
        "last": {"torch.randn(C, 1, 1), torch.randn(C, 1, 1)": "torch.randn(W), torch.randn(W)",
                 "channel = offsets // plane_size % channels": "channel = offsets % channels",
                 "n_elements, channels, plane_size": "n_elements, channels", "x.shape[1], x.shape[2] * x.shape[3]": "x.shape[3]"},
        "ncl": {"CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]": "CASES = [(1, 2, 1), (2, 3, 35), (3, 6, 44), (2, 4, 117)]",
                "make(N, C, H, W)": "make(N, C, L)", "torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(C, 1, 1)":
                    "torch.randn(N, C, L), torch.randn(C, 1), torch.randn(C, 1)", "x.shape[2] * x.shape[3]": "x.shape[2]"},
        "rows": {"CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]": "CASES = [(1, 2), (5, 33), (3, 64), (7, 300)]",
                 "make(N, C, H, W)": "make(N, C)", "torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(C, 1, 1)":
                     "torch.randn(N, C), torch.randn(C), torch.randn(C)",
                 "channel = offsets // plane_size % channels": "channel = offsets % channels",
                 "n_elements, channels, plane_size": "n_elements, channels", "x.shape[1], x.shape[2] * x.shape[3]": "x.shape[1]"},
    },
    {
        "add": {"x = x * s": "x = x + s", "x = s * x": "x = x + s"},
        "sub": {"x = x * s": "x = x - s", "x = s * x": "x = x - s"},
        "one_plus": {"x = x * s": "x = x * (1.0 + s)", "x = s * x": "x = x * (1.0 + s)"},
    },
    {
        "mul": {"x = x + b": "x = x * b", "x = b + x": "x = x * b"},
        "sub": {"x = x + b": "x = x - b", "x = b + x": "x = x - b"},
        "double": {"x = x + b": "x = x + 2.0 * b", "x = b + x": "x = x + 2.0 * b"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)", "optional"),
    ("UNARY+REUSE+SCALAR", "x = x * 0.5", "x = 0.5 * x", "optional"),
    ("UNARY+REUSE+SCALAR", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
