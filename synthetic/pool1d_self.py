"""Pooling of a line joined with what it pooled, y = f(g(avg_pool1d(x)) - x): the mixer of a pooling transformer, a series without its trend.

The windows are of odd size, padded by half of it and one apart, so that y is as large as x. One program takes BLOCK consecutive
places and walks through the taps of all their windows at once; of x it reads the middle once more.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3), (2, 3, 36), (3, 5, 17)]  # N, C, L


def make(*shape):
    return (torch.randn(shape),)


def pool1d_self_torch(x):
    z = x
    y = F.avg_pool1d(x, kernel_size=3, stride=1, padding=1, count_include_pad=False)
    y = torch.sin(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y


@triton.jit
def pool1d_self_kernel(x_ptr, y_ptr, n_elements, L, WINDOW: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    left = offsets % L - WINDOW // 2
    row = offsets // L  # one (n, c)
    y = tl.zeros((BLOCK,), tl.float32)
    for tap in tl.static_range(WINDOW):
        column = left + tap
        inside = mask & (column >= 0) & (column < L)
        y += tl.load(x_ptr + row * L + column, mask=inside, other=0.0).to(tl.float32)
    columns = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)
    y = y / columns  # so many were inside
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.sin(y)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pool1d_self_triton(x):
    x = x.contiguous()
    window = 3
    N, C, L = x.shape
    y = torch.empty_like(x)
    grid = (triton.cdiv(y.numel(), 1024),)
    pool1d_self_kernel[grid](x, y, y.numel(), L, WINDOW=window, BLOCK=1024)
    return y


FAMILY = {
    "avg_pool1d_self": {
        ", count_include_pad=False": "",
        "columns = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)": "",
        "y = y / columns  # so many were inside": "y = y / WINDOW",
    },
    "max_pool1d_self": {
        "F.avg_pool1d": "F.max_pool1d",
        ", count_include_pad=False": "",
        "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
        "y += tl.load(x_ptr + row * L + column, mask=inside, other=0.0).to(tl.float32)":
            'y = tl.maximum(y, tl.load(x_ptr + row * L + column, mask=inside, other=float("-inf")).to(tl.float32))',
        "columns = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)": "",
        "y = y / columns  # so many were inside": "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found",
    },
}
AXES = [
    {
        "k": ({"kernel_size=3, stride=1, padding=1": "kernel_size={0}, stride=1, padding={1}", "window = 3": "window = {0}"}, "52 73 94"),
    },
    {
        "sub": {"y = torch.maximum(y, z)": "y = y - z", "y = tl.maximum(y, z)": "y = y - z"},
        "from": {"y = torch.maximum(y, z)": "y = z - y", "y = tl.maximum(y, z)": "y = z - y"},
        "add": {"y = torch.maximum(y, z)": "y = y + z", "y = tl.maximum(y, z)": "y = y + z"},
        "mul": {"y = torch.maximum(y, z)": "y = y * z", "y = tl.maximum(y, z)": "y = y * z"},
        "between": ({"y = torch.maximum(y, z)": "y = z + 0.{0} * (y - z)", "y = tl.maximum(y, z)": "y = z + 0.{0} * (y - z)"}, "1 3 5 7"),
        "sharper": ({"y = torch.maximum(y, z)": "y = z + {0}.0 * (z - y)", "y = tl.maximum(y, z)": "y = z + {0}.0 * (z - y)"}, "2 3 4"),
        "positive": {"y = torch.maximum(y, z)": "y = torch.relu(z - y)", "y = tl.maximum(y, z)": "y = tl.maximum(z - y, 0.0)"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
