"""Reductions of a tensor of bool over any dimension: does any element hold, do all, how many do.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK_INNER neighbouring columns of one outer index, so that
its loads are coalesced, and counts its way down n_mid in int32, exactly; any and all ask that count. Along the last dimension
n_inner is 1, and neighbours lie along n_mid: the tile is turned, BLOCK_MID wide.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]


def make(*shape):
    return (torch.randn(shape) > 0.3,)


def any_of_mask_torch(x):
    x = torch.logical_not(x)
    y = torch.any(x, dim=-2)
    return y


@triton.jit
def any_of_mask_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    counts = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.int32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)
        mask = (mid[:, None] < n_mid) & (inner[None, :] < n_inner)
        offsets = (outer * n_mid + mid[:, None]) * n_inner + inner[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0) != 0
        x = x == 0
        counts += (mask & x).to(tl.int32)
    count = tl.sum(counts, axis=0)
    y = count > 0
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)


def any_of_mask_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = torch.empty(x.shape[:-2] + x.shape[-1:], dtype=torch.bool, device=x.device)
    grid = (n_outer * triton.cdiv(n_inner, 64),)
    any_of_mask_kernel[grid](x, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64)
    return y


FAMILY = {
    "all_of_mask": {"torch.any(": "torch.all(", "y = count > 0": "y = count == n_mid"},
    "count_of_mask": {"torch.any(": "torch.sum(", "y = count > 0": "y = count", "dtype=torch.bool": "dtype=torch.int64"},
}

AXES = [
    {
        "plain": {"x = torch.logical_not(x)": "", "x = x == 0": ""},
        "over": {"torch.randn(shape) > 0.3": "torch.randn(shape)", "x = torch.logical_not(x)": "x = x > 0.5",
                 "x_ptr + offsets, mask=mask, other=0) != 0": "x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                 "x = x == 0": "x = x > 0.5"},
        "over_0": {"torch.randn(shape) > 0.3": "torch.randn(shape)", "x = torch.logical_not(x)": "x = x > 0",
                   "x_ptr + offsets, mask=mask, other=0) != 0": "x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                   "x = x == 0": "x = x > 0"},
        "under": {"torch.randn(shape) > 0.3": "torch.randn(shape)", "x = torch.logical_not(x)": "x = x < 0.5",
                  "x_ptr + offsets, mask=mask, other=0) != 0": "x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                  "x = x == 0": "x = x < 0.5"},
        "positive_integer": {"torch.randn(shape) > 0.3": "torch.randint(-5, 4, shape)", "x = torch.logical_not(x)": "x = x > 0",
                             "mask=mask, other=0) != 0": "mask=mask, other=0)", "x = x == 0": "x = x > 0"},
    },
    {
        "keepdim": {"dim=-2": "dim=-2, keepdim=True", "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]"},
        "last": {"CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]":
                     "CASES = [(1, 1), (17, 3), (3, 5, 2), (5, 6, 4, 3)]",
                 "dim=-2": "dim=-1", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-1], 1",
                 "(n_outer * triton.cdiv(n_inner, 64),)": "(n_outer,)",
                 "BLOCK_MID=32, BLOCK_INNER=64": "BLOCK_MID=min(triton.next_power_of_2(n_mid), 1024), BLOCK_INNER=1",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-1]"},
        "last_keepdim": {"CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]":
                             "CASES = [(1, 1), (17, 3), (3, 5, 2), (5, 6, 4, 3)]",
                         "dim=-2": "dim=-1, keepdim=True", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-1], 1",
                         "(n_outer * triton.cdiv(n_inner, 64),)": "(n_outer,)",
                         "BLOCK_MID=32, BLOCK_INNER=64": "BLOCK_MID=min(triton.next_power_of_2(n_mid), 1024), BLOCK_INNER=1",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-1] + (1,)"},
        "dim0": {"CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]":
                     "CASES = [(1, 1), (3, 40), (2, 3, 5), (4, 2, 3, 5)]",
                 "dim=-2": "dim=0", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[0], x.stride(0)",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[1:]"},
        "dim3": {"CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]":
                     "CASES = [(1, 1, 1, 1), (2, 3, 4, 5), (3, 4, 2, 3, 5)]",
                 "dim=-2": "dim=-3", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
