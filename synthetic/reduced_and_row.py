"""A statistic of each row of x beside each number of a vector, y[i, j] = sum_k x[i, k]^2 + z[j]: half of a table of distances.

One program takes one row: it reads all of x's to one number, then walks z, whose length is another, and writes a row of y.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5, 2), (3, 33, 7), (5, 9, 300), (2, 300, 5)]


def make(M, K, N):
    return torch.randn(M, K), torch.randn(N)


def reduced_and_row_torch(x, z):
    x = torch.sum(x * x, dim=-1, keepdim=True)
    x = torch.sub(x, z)
    return x


@triton.jit
def reduced_and_row_kernel(x_ptr, z_ptr, y_ptr, K, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, K, BLOCK):
        k = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * K + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += tl.where(k < K, x * x, 0.0)
    total = tl.sum(lanes, axis=0)
    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        z = tl.load(z_ptr + cols, mask=cols < N, other=0.0).to(tl.float32)
        x = tl.full([BLOCK], 0.0, dtype=tl.float32) + total
        x = x - z
        tl.store(y_ptr + row * N + cols, x, mask=cols < N)


def reduced_and_row_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    K, N = x.shape[-1], z.numel()
    y = x.new_empty(*x.shape[:-1], N)
    block = min(triton.next_power_of_2(max(K, N)), 1024)
    reduced_and_row_kernel[(x.numel() // K,)](x, z, y, K, N, BLOCK=block)
    return y


FAMILY = {
    "sum": {"torch.sum(x * x,": "torch.sum(x,", "x * x, 0.0": "x, 0.0"},
    "abs": {"torch.sum(x * x,": "torch.sum(torch.abs(x),", "x * x, 0.0": "tl.abs(x), 0.0"},
    "pow": {"x * x, dim": "x ** 2, dim"},
    "unsqueezed": {"torch.sum(x * x, dim=-1, keepdim=True)": "torch.sum(x * x, dim=-1).unsqueeze(-1)"},
    "norm": {"torch.sum(x * x, dim=-1, keepdim=True)": "torch.linalg.norm(x, dim=-1, keepdim=True)", "total = tl.sum(lanes, axis=0)":
             "total = tl.sqrt_rn(tl.sum(lanes, axis=0))"},
    "mean": {"torch.sum(x * x,": "torch.mean(x,", "x * x, 0.0": "x, 0.0", "tl.sum(lanes, axis=0)": "tl.sum(lanes, axis=0) / K"},
    "max": {"torch.sum(x * x,": "torch.amax(x,",
            "lanes += tl.where(k < K, x * x, 0.0)": 'lanes = tl.maximum(lanes, tl.where(k < K, x, -float("inf")))',
            "tl.zeros([BLOCK],": 'tl.full([BLOCK], -float("inf"),', "tl.sum(lanes": "tl.max(lanes"},
}

AXES = [
    {"batched": {"[(1, 5, 2), (3, 33, 7), (5, 9, 300), (2, 300, 5)]": "[(1, 2, 5, 2), (3, 4, 33, 7), (2, 3, 9, 300)]",
     "make(M, K, N)": "make(*shape)",
                 "torch.randn(M, K), torch.randn(N)": "torch.randn(shape[:-1]), torch.randn(shape[-1])"}},
    ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
