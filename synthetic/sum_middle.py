"""Sum over a dimension in the middle, y[b, n] = sum_m x[b, m, n], and the other reductions of that kind.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK_INNER neighbouring columns of one outer
index and walks down n_mid. The grid is one-dimensional, since only its first dimension may be long.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]


def make(*shape):
    return (torch.randn(shape),)


def sum_middle_torch(x):
    x = torch.square(x)
    y = torch.sum(x, dim=-2)
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def sum_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)
        mask = (mid[:, None] < n_mid) & (inner[None, :] < n_inner)
        offsets = (outer * n_mid + mid[:, None]) * n_inner + inner[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = x * x
        tile += tl.where(mask, x, 0.0)
    y = tl.sum(tile, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)


def sum_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = x.new_empty(x.shape[:-2] + x.shape[-1:])
    grid = (n_outer * triton.cdiv(n_inner, 64),)
    sum_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64)
    return y


FAMILY = {
    "mean": {"torch.sum": "torch.mean", "y = tl.sum(tile, axis=0)": "y = tl.sum(tile, axis=0) / n_mid"},
    "amax": {
        "torch.sum": "torch.amax",
        "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)":
            'tile = tl.full([BLOCK_MID, BLOCK_INNER], -float("inf"), dtype=tl.float32)',
        "tile += tl.where(mask, x, 0.0)": 'tile = tl.maximum(tile, tl.where(mask, x, -float("inf")))',
        "y = tl.sum(tile, axis=0)": "y = tl.max(tile, axis=0)",
    },
    "amin": {
        "torch.sum": "torch.amin",
        "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)":
            'tile = tl.full([BLOCK_MID, BLOCK_INNER], float("inf"), dtype=tl.float32)',
        "tile += tl.where(mask, x, 0.0)": 'tile = tl.minimum(tile, tl.where(mask, x, float("inf")))',
        "y = tl.sum(tile, axis=0)": "y = tl.min(tile, axis=0)",
    },
}

AXES = [
    {
        "keepdim": {"dim=-2": "dim=-2, keepdim=True", "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]"},
        "dim3": {"CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                     "CASES = [(1, 1, 1, 1), (2, 33, 3, 5), (2, 3, 9, 4, 5), (2, 40, 7, 11)]",
                 "dim=-2": "dim=-3", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]"},
        "dim3_keepdim": {"CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                             "CASES = [(1, 1, 1, 1), (2, 33, 3, 5), (2, 3, 9, 4, 5), (2, 40, 7, 11)]",
                         "dim=-2": "dim=-3, keepdim=True",
                         "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + (1,) + x.shape[-2:]"},
        "dim4": {"CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                     "CASES = [(1, 1, 1, 1, 1), (2, 33, 2, 3, 5), (2, 40, 3, 4, 7)]",
                 "dim=-2": "dim=-4",
                 "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + x.shape[-3:]"},
        "dim4_keepdim": {"CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                             "CASES = [(1, 1, 1, 1, 1), (2, 33, 2, 3, 5), (2, 40, 3, 4, 7)]",
                         "dim=-2": "dim=-4, keepdim=True",
                         "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + (1,) + x.shape[-3:]"},
    },
    ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
