"""A program of two tensors, reduced over any dimensions, y[b, d] = sum_ac f(x[a, b, c, d], z[a, b, c, d]): losses of a row, distances.

What is kept, and what is reduced, are two groups of neighbouring dimensions each (or one, or three): the place of element (r, c) is
r // n_low * high + r % n_low * low + c // n_second * first + c % n_second * second. A program takes ROWS results at
a time and one of at most 64 shares of their elements, and walks it in tiles of BLOCK; f(x, z) never exists in memory. A second
launch folds the shares.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def program_reduced_torch(x, z):
    x = torch.mul(x, z)
    y = torch.sum(x, dim=(0, 2))
    y = torch.sigmoid(y)
    return y


@triton.jit
def program_reduced_share_kernel(x_ptr, z_ptr, partial_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                                 ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts = (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        places = starts + cols // n_second * first + cols % n_second * second
        x = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + places, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        lanes += tl.where(mask, x, 0.0)
    partial = tl.sum(lanes, axis=1)
    tl.store(partial_ptr + tl.program_id(1).to(tl.int64) * n_rows + rows, partial, mask=rows < n_rows)


@triton.jit
def program_reduced_kernel(partial_ptr, y_ptr, n_rows, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    shares = tl.arange(0, SHARES).to(tl.int64)
    mask = (shares[:, None] < n_shares) & (rows < n_rows)
    partial = tl.load(partial_ptr + shares[:, None] * n_rows + rows, mask=mask, other=0.0)
    y = tl.sum(partial, axis=0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)


def program_reduced_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    A, B, C, D = x.shape
    n_rows, n_low, high, low = B * D, D, C * D, 1
    n_cols, n_second, first, second = A * C, C, B * C * D, D
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    partial = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)
    y = x.new_empty((B, D))
    grid = (triton.cdiv(n_rows, 16), n_shares)
    program_reduced_share_kernel[grid](x, z, partial, n_rows, n_low, high, low, n_cols, n_second, first, second, share, ROWS=16, BLOCK=128)
    program_reduced_kernel[(triton.cdiv(n_rows, 64),)](partial, y, n_rows, n_shares, SHARES=64, BLOCK=64)
    return y


FAMILY = {
    "mean": {"torch.sum": "torch.mean", "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
             "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
             "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares"},
    "amax": {
        "torch.sum": "torch.amax",
        "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": 'lanes = tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
        "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
        "other=0.0)\n    y = tl.sum(partial, axis=0)": 'other=-float("inf"))\ny = tl.max(partial, axis=0)',
    },
    "amin": {
        "torch.sum": "torch.amin",
        "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": 'lanes = tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
        "tl.sum(lanes, axis=1)": "tl.min(lanes, axis=1)",
        "other=0.0)\n    y = tl.sum(partial, axis=0)": 'other=float("inf"))\ny = tl.min(partial, axis=0)',
    },
    "norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ", "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
             "y = tl.sum(partial, axis=0)": "y = tl.sqrt(tl.sum(partial, axis=0))"},
    "l1_norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)"},
    "max_norm": {"torch.sum(x, ": 'torch.linalg.vector_norm(x, ord=float("inf"), ',
                 "lanes += tl.where(mask, x, 0.0)": "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))",
                 "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)", "tl.sum(partial, axis=0)": "tl.max(partial, axis=0)"},
    "sum_of_squares": {"torch.sum(x, ": "torch.sum(x * x, ", "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)"},
    "mean_square": {"torch.sum(x, ": "torch.mean(x * x, ", "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                    "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                    "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                    "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares"},
    "logsumexp": {
        "torch.sum": "torch.logsumexp",
        "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": "peak = tl.full([ROWS, BLOCK], -3.0e38, dtype=tl.float32)\n"
                                                             "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)",
        "lanes += tl.where(mask, x, 0.0)": "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                                           "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                                           "peak = higher",
        "partial = tl.sum(lanes, axis=1)": "top = tl.max(peak, axis=1)\n"
                                     "partial = top + tl.log(tl.sum(lanes * tl.exp(peak - top[:, None]), axis=1))",
        "other=0.0)\n    y = tl.sum(partial, axis=0)": 'other=-float("inf"))\ntop = tl.maximum(tl.max(partial, axis=0), -3.0e38)\n'
                                                   "y = top + tl.log(tl.sum(tl.exp(partial - top), axis=0))",
        "BLOCK=128)": "BLOCK=128, enable_fp_fusion=False)",
    },
}

AXES = [
    "DIMS",
    ("LOSSES+BINARY", "x = torch.mul(x, z)", "x = x * z"),
    ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
