"""Global max pooling, y[n, c] = max of x[n, c, ...] over every position.

One program takes one plane (n, c), which lies in one piece in memory, and walks over it tile by tile. A lane beyond
the end holds -inf, the neutral element of the maximum.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]


def make(*shape):
    return (torch.randn(shape),)


def global_max_pool_torch(x):
    x = torch.relu(x)
    y = x.amax(dim=(2, 3))
    y = torch.sigmoid(y)
    return y


@triton.jit
def global_max_pool_kernel(x_ptr, y_ptr, size, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    best = tl.full((BLOCK,), float("-inf"), tl.float32)
    for start in range(0, size, BLOCK):
        mask = start + columns < size
        x = tl.load(x_ptr + plane * size + start + columns, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        best = tl.maximum(best, tl.where(mask, x, float("-inf")))
    y = tl.max(best, axis=0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + plane, y)


def global_max_pool_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    size = height * width
    y = x.new_empty(n, channels)
    global_max_pool_kernel[(n * channels,)](x, y, size, BLOCK=4096)
    return y


FAMILY = {
    "global_max_pool_keepdim": {"x.amax(dim=(2, 3))": "x.amax(dim=(2, 3), keepdim=True)",
                                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)"},
    "global_max_pool_adaptive": {"x.amax(dim=(2, 3))": "F.adaptive_max_pool2d(x, 1)",
                                 "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)"},
    "global_max_pool_flatten": {"x.amax(dim=(2, 3))": "F.adaptive_max_pool2d(x, 1).flatten(1)"},
    "global_max_pool_time": {
        "x.amax(dim=(2, 3))": "x.max(dim=2).values",
        "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]": "CASES = [(1, 1, 1), (2, 3, 33), (1, 2, 1200)]",
        "n, channels, height, width = x.shape": "n, channels, size = x.shape", "size = height * width": ""},
    "global_min_pool": {
        "x.amax(dim=(2, 3))": "x.amin(dim=(2, 3))",
        'best = tl.full((BLOCK,), float("-inf"), tl.float32)': 'best = tl.full((BLOCK,), float("inf"), tl.float32)',
        'best = tl.maximum(best, tl.where(mask, x, float("-inf")))': 'best = tl.minimum(best, tl.where(mask, x, float("inf")))',
        "y = tl.max(best, axis=0)": "y = tl.min(best, axis=0)"},
    "global_max_pool3d": {"x.amax(dim=(2, 3))": "x.amax(dim=(2, 3, 4))",
                          "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]":
                              "CASES = [(1, 1, 1, 1, 1), (2, 3, 3, 5, 7), (1, 2, 14, 16, 20)]",
                          "n, channels, height, width = x.shape": "n, channels, depth, height, width = x.shape",
                          "size = height * width": "size = depth * height * width"},
}

AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
