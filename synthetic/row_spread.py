"""Reduction of a row, then a second tensor, y[m, :] = f(mean of x[m, :]) + z[m, :]: what a linear layer's rows give a residual.

One program owns one row of x, which it reads tile by tile, and then writes the row of y, which may be of another length.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 33, 5), (7, 1100, 1300)]  # M, K, N


def make(M, K, N):
    z = torch.randn(M, N)
    return torch.randn(M, K), z


def row_spread_torch(x, z):
    y = torch.mean(x, dim=1, keepdim=True)
    y = torch.relu(y)
    y = y + z
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def row_spread_kernel(x_ptr, z_ptr, y_ptr, K, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    found = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * K + columns, mask=columns < K, other=0.0).to(tl.float32)
        found += x
    total = tl.sum(found, axis=0) / K
    for start in range(0, N, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        z = tl.load(z_ptr + row * N + columns, mask=columns < N, other=0.0).to(tl.float32)
        y = tl.full((BLOCK,), 0.0, dtype=tl.float32) + total
        y = tl.maximum(y, 0.0)
        y = z + y
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + row * N + columns, y, mask=columns < N)


def row_spread_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, K = x.shape
    N = z.shape[-1]
    y = x.new_empty(M, N)
    row_spread_kernel[(M,)](x, z, y, K, N, BLOCK=1024)
    return y


FAMILY = {
    "row_spread_sum": {"torch.mean": "torch.sum", "tl.sum(found, axis=0) / K": "tl.sum(found, axis=0)"},
    "row_spread_max": {
        "torch.mean": "torch.amax",
        "found = tl.zeros((BLOCK,), dtype=tl.float32)": 'found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)',
        "found += x": 'found = tl.maximum(found, tl.where(columns < K, x, float("-inf")))',
        "tl.sum(found, axis=0) / K": "tl.max(found, axis=0)",
    },
    "row_spread_min": {
        "torch.mean": "torch.amin",
        "found = tl.zeros((BLOCK,), dtype=tl.float32)": 'found = tl.full((BLOCK,), float("inf"), dtype=tl.float32)',
        "found += x": 'found = tl.minimum(found, tl.where(columns < K, x, float("inf")))',
        "tl.sum(found, axis=0) / K": "tl.min(found, axis=0)",
    },
    "row_spread_logsumexp": {
        "torch.mean": "torch.logsumexp",
        "found = tl.zeros((BLOCK,), dtype=tl.float32)":
            "largest = tl.full((BLOCK,), -3.0e38, dtype=tl.float32)\n"
            "found = tl.zeros((BLOCK,), dtype=tl.float32)",
        "found += x":
            "larger = tl.where(columns < K, tl.maximum(largest, x), largest)\n"
            "found = found * tl.exp(largest - larger) + tl.where(columns < K, tl.exp(x - larger), 0.0)\n"
            "largest = larger",
        "total = tl.sum(found, axis=0) / K":
            "peak = tl.max(largest, axis=0)\n"
            "total = peak + tl.log(tl.sum(found * tl.exp(largest - peak), axis=0))",
    },
}
AXES = [
    {
        "row": {"z = torch.randn(M, N)": "z = torch.randn(N)", "z_ptr + row * N + columns": "z_ptr + columns"},
        "row_1": {"z = torch.randn(M, N)": "z = torch.randn(1, N)", "z_ptr + row * N + columns": "z_ptr + columns"},
        "one": {"z = torch.randn(M, N)": "z = torch.randn(1)", "z_ptr + row * N + columns": "z_ptr + columns"},
        "one_1": {"z = torch.randn(M, N)": "z = torch.randn(1, 1)", "z_ptr + row * N + columns": "z_ptr + columns"},
        "image": {"z = torch.randn(M, N)": "z = torch.randn(1, N, 1, 1)", "z_ptr + row * N + columns": "z_ptr + columns",
                  "N = z.shape[-1]": "N = z.shape[1]", "x.new_empty(M, N)": "x.new_empty(1, N, M, 1)",
                  "y_ptr + row * N + columns": "y_ptr + columns * tl.num_programs(0) + row"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
