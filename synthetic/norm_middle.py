"""Norm of each column, y[b, n] = (sum_m |x[b, m, n]|^p)^(1/p), for the p that have a root of their own.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK_INNER neighbouring columns of one outer
index, so that its loads are coalesced, and walks down n_mid, BLOCK_MID rows at a time.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]


def make(*shape):
    return (torch.randn(shape),)


def norm_middle_torch(x):
    x = torch.relu(x)
    y = torch.linalg.vector_norm(x, ord=2, dim=-2)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def norm_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)
        mask = (mid[:, None] < n_mid) & (inner[None, :] < n_inner)
        offsets = (outer * n_mid + mid[:, None]) * n_inner + inner[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, 0.0)
        tile += x * x
    y = tl.sqrt(tl.sum(tile, axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)


def norm_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = x.new_empty(x.shape[:-2] + x.shape[-1:])
    grid = (n_outer * triton.cdiv(n_inner, 64),)
    norm_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64)
    return y


FAMILY = {
    "l1_middle": {"ord=2": "ord=1", "tile += x * x": "tile += tl.abs(x)",
                  "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.sum(tile, axis=0)"},
    "l4_middle": {"ord=2": "ord=4", "tile += x * x": "tile += x * x * (x * x)",
                  "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.sqrt(tl.sqrt(tl.sum(tile, axis=0)))"},
    "l3_middle": {"ord=2": "ord=3", "tile += x * x": "tile += tl.abs(x) * x * x",
                  "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.exp(tl.log(tl.sum(tile, axis=0)) / 3.0)  # the logarithm of 0 is -inf, and the root 0"},
    "l5_middle": {"ord=2": "ord=5", "tile += x * x": "tile += tl.abs(x) * (x * x) * (x * x)",
                  "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.exp(tl.log(tl.sum(tile, axis=0)) / 5.0)"},
    "l15_middle": {"ord=2": "ord=1.5", "tile += x * x": "tile += tl.exp(1.5 * tl.log(tl.abs(x)))",
                   "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.exp(tl.log(tl.sum(tile, axis=0)) / 1.5)"},
    "max_middle": {"ord=2": 'ord=float("inf")', "tile += x * x": "tile = tl.maximum(tile, tl.abs(x))",
                   "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.max(tile, axis=0)"},
    "square_middle": {"y = torch.linalg.vector_norm(x, ord=2,": "y = torch.sum(x * x,",
                      "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.sum(tile, axis=0)"},
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
        "dim0": {"CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                     "CASES = [(1, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (40, 70)]",
                 "dim=-2": "dim=0", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                 "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                 "(n_outer * triton.cdiv(n_inner, 64),)": "(triton.cdiv(n_inner, 64),)", "x.shape[:-2] + x.shape[-1:]": "x.shape[1:]"},
        "dim0_keepdim": {"CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                             "CASES = [(1, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (40, 70)]",
                         "dim=-2": "dim=0, keepdim=True", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                         "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                         "(n_outer * triton.cdiv(n_inner, 64),)": "(triton.cdiv(n_inner, 64),)",
                         "x.shape[:-2] + x.shape[-1:]": "(1,) + x.shape[1:]"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
