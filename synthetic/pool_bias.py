"""Global pooling, then a bias, y[n, c] = mean of x[n, c, ...] over every position + z[c], functions between and after.

One program takes one plane (n, c), which lies in one piece in memory, and walks over it tile by tile. The tile of
partial results is folded only once, at the end; then its one number meets the bias of its channel.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 2, 70, 60)]  # N, C, H, W


def make(*shape):
    z = torch.randn(shape[1], 1, 1)
    return torch.randn(shape), z


def pool_bias_torch(x, z):
    y = x.mean(dim=(2, 3), keepdim=True)
    y = torch.relu(y)
    y = y + z
    y = torch.sigmoid(y)
    return y


@triton.jit
def pool_bias_kernel(x_ptr, z_ptr, y_ptr, channels, size, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    partial = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, size, BLOCK):
        mask = start + columns < size
        x = tl.load(x_ptr + plane * size + start + columns, mask=mask, other=0.0).to(tl.float32)
        partial += x
    y = tl.sum(partial, axis=0) / size
    z = tl.load(z_ptr + plane % channels).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + plane, y)


def pool_bias_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n, channels = x.shape[:2]
    size = x.numel() // (n * channels)
    y = x.new_empty(n, channels, 1, 1)
    pool_bias_kernel[(n * channels,)](x, z, y, channels, size, BLOCK=4096)
    return y


FAMILY = {
    "pool_bias_sum": {"x.mean(": "x.sum(", "tl.sum(partial, axis=0) / size": "tl.sum(partial, axis=0)"},
    "pool_bias_max": {
        "x.mean(": "x.amax(",
        "partial = tl.zeros((BLOCK,), tl.float32)": 'partial = tl.full((BLOCK,), float("-inf"), tl.float32)',
        "partial += x": 'partial = tl.maximum(partial, tl.where(mask, x, float("-inf")))',
        "tl.sum(partial, axis=0) / size": "tl.max(partial, axis=0)",
    },
    "pool_bias_min": {
        "x.mean(": "x.amin(",
        "partial = tl.zeros((BLOCK,), tl.float32)": 'partial = tl.full((BLOCK,), float("inf"), tl.float32)',
        "partial += x": 'partial = tl.minimum(partial, tl.where(mask, x, float("inf")))',
        "tl.sum(partial, axis=0) / size": "tl.min(partial, axis=0)",
    },
}
AXES = [
    {
        "three": {
            "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 2, 70, 60)]": "CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 9), (3, 2, 11, 20, 21)]",
            "z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[1], 1, 1, 1)",
            "dim=(2, 3), keepdim=True": "dim=(2, 3, 4), keepdim=True",
            "y = x.new_empty(n, channels, 1, 1)": "y = x.new_empty(n, channels, 1, 1, 1)",
        },
        "line": {
            "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 2, 70, 60)]": "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 4300)]",
            "z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[1], 1)",
            "dim=(2, 3), keepdim=True": "dim=2, keepdim=True",
            "y = x.new_empty(n, channels, 1, 1)": "y = x.new_empty(n, channels, 1)",
        },
        "flat": {
            "z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[1])",
            "dim=(2, 3), keepdim=True": "dim=(2, 3)",
            "y = x.new_empty(n, channels, 1, 1)": "y = x.new_empty(n, channels)",
        },
        "three_flat": {
            "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 2, 70, 60)]": "CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 9), (3, 2, 11, 20, 21)]",
            "z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[1])",
            "dim=(2, 3), keepdim=True": "dim=(2, 3, 4)",
            "y = x.new_empty(n, channels, 1, 1)": "y = x.new_empty(n, channels)",
        },
        "row": {"z = torch.randn(shape[1], 1, 1)": "z = torch.randn(1, shape[1], 1, 1)"},
        "one": {"z = torch.randn(shape[1], 1, 1)": "z = torch.randn(1)", "z_ptr + plane % channels": "z_ptr"},
        "scalar": {"z = torch.randn(shape[1], 1, 1)": "z = torch.randn(())", "z_ptr + plane % channels": "z_ptr"},
        "each": {"z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[0], shape[1], 1, 1)", "z_ptr + plane % channels": "z_ptr + plane"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
