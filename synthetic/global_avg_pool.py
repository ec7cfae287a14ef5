"""Global average pooling, y[n, c] = mean of x[n, c, ...] over every position.

One program takes one plane (n, c), which lies in one piece in memory, and walks over it tile by tile. The tile of
partial sums is folded only once, at the end, so the loop holds no reduction.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]


def make(*shape):
    return (torch.randn(shape),)


def global_avg_pool_torch(x):
    x = torch.relu(x)
    y = x.mean(dim=(2, 3))
    y = torch.sigmoid(y)
    return y


@triton.jit
def global_avg_pool_kernel(x_ptr, y_ptr, size, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    partial = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, size, BLOCK):
        mask = start + columns < size
        x = tl.load(x_ptr + plane * size + start + columns, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        partial += tl.where(mask, x, 0.0)
    y = tl.sum(partial, axis=0) / size
    y = tl.sigmoid(y)
    tl.store(y_ptr + plane, y)


def global_avg_pool_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    size = height * width
    y = x.new_empty(n, channels)
    global_avg_pool_kernel[(n * channels,)](x, y, size, BLOCK=4096)
    return y


FAMILY = {
    "global_avg_pool_keepdim": {"x.mean(dim=(2, 3))": "x.mean(dim=(2, 3), keepdim=True)",
                                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)"},
    "global_avg_pool_adaptive": {"x.mean(dim=(2, 3))": "F.adaptive_avg_pool2d(x, 1)",
                                 "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)"},
    "global_avg_pool_flatten": {"x.mean(dim=(2, 3))": "F.adaptive_avg_pool2d(x, 1).flatten(1)"},
    "global_sum_pool": {"x.mean(dim=(2, 3))": "x.sum(dim=(2, 3))", "tl.sum(partial, axis=0) / size": "tl.sum(partial, axis=0)"},
    "global_sum_pool_keepdim": {"x.mean(dim=(2, 3))": "x.sum(dim=(2, 3), keepdim=True)",
                                "tl.sum(partial, axis=0) / size": "tl.sum(partial, axis=0)",
                                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)"},
    "global_avg_pool3d": {"x.mean(dim=(2, 3))": "x.mean(dim=(2, 3, 4))",
                          "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]":
                              "CASES = [(1, 1, 1, 1, 1), (2, 3, 3, 5, 7), (1, 2, 14, 16, 20)]",
                          "n, channels, height, width = x.shape": "n, channels, depth, height, width = x.shape",
                          "size = height * width": "size = depth * height * width"},
    "global_avg_pool3d_adaptive": {
        "x.mean(dim=(2, 3))": "F.adaptive_avg_pool3d(x, 1)",
        "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]": "CASES = [(1, 1, 1, 1, 1), (2, 3, 3, 5, 7), (1, 2, 14, 16, 20)]",
        "n, channels, height, width = x.shape": "n, channels, depth, height, width = x.shape",
        "size = height * width": "size = depth * height * width",
        "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1, 1)"},
    "global_avg_pool_sample": {"x.mean(dim=(2, 3))": "x.mean(dim=(1, 2, 3))", "size = height * width": "size = channels * height * width",
                               "y = x.new_empty(n, channels)": "y = x.new_empty(n)", "[(n * channels,)]": "[(n,)]"},
    "global_rms_pool": {"x.mean(dim=(2, 3))": "x.square().mean(dim=(2, 3)).sqrt()",
                        "partial += tl.where(mask, x, 0.0)": "partial += tl.where(mask, x * x, 0.0)",
                        "tl.sum(partial, axis=0) / size": "tl.sqrt(tl.sum(partial, axis=0) / size)"},
}

AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
