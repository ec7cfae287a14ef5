"""Every row of one matrix with every row of another, joined and summed, y[i, j] = g(sum_k f(x[i, k] - z[j, k])): distances, kernels, histograms.

A program takes a tile of pairs and walks k, a column of x and one of z at a time: the joined tensor of three dimensions never exists.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2), (5, 7, 3), (33, 20, 11)]


def make(M, N, K):
    return torch.randn(M, 1, K), torch.randn(N, K)


def sum_of_pairs_torch(x, z):
    y = torch.sub(x, z)
    y = torch.square(y)
    y = torch.sum(y, dim=-1)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def sum_of_pairs_kernel(x_ptr, z_ptr, y_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    rows = (tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M))[:, None]
    columns = (tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N))[None, :]
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for k in range(0, K):
        x = tl.load(x_ptr + rows * K + k, mask=rows < M, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + columns * K + k, mask=columns < N, other=0.0).to(tl.float32)
        y = x - z
        y = y * y
        total += y
    y = total
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows * N + columns, y, mask=(rows < M) & (columns < N))


def sum_of_pairs_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, N, K = x.shape[0], *z.shape
    y = torch.empty((M, N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 32))
    sum_of_pairs_kernel[grid](x, z, y, M, N, K, BLOCK_M=32, BLOCK_N=32)
    return y


FAMILY = {
    "mean": {"torch.sum(": "torch.mean(", "y = total": "y = total / K"},
    "amax": {"torch.sum(": "torch.amax(",
             "tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)": 'tl.full([BLOCK_M, BLOCK_N], -float("inf"), dtype=tl.float32)',
             "total += y": "total = tl.maximum(total, y)"},
    "amin": {"torch.sum(": "torch.amin(",
             "tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)": 'tl.full([BLOCK_M, BLOCK_N], float("inf"), dtype=tl.float32)',
             "total += y": "total = tl.minimum(total, y)"},
    "norm": {"torch.sum(": "torch.linalg.vector_norm(", "total += y": "total += y * y", "y = total": "y = tl.sqrt(total)"},
    "norm_call": {"torch.sum(y, dim=-1)": "y.norm(dim=-1)", "total += y": "total += y * y", "y = total": "y = tl.sqrt(total)"},
}

AXES = [
    {  # how a pair meets
        "plus": {"torch.sub(x, z)": "x + z", "y = x - z": "y = x + z"},
        "product": {"torch.sub(x, z)": "x * z", "y = x - z": "y = x * z"},
        "larger": {"torch.sub(x, z)": "torch.maximum(x, z)", "y = x - z": "y = tl.maximum(x, z)"},
        "less": {"torch.sub(x, z)": "torch.minimum(x, z)", "y = x - z": "y = tl.minimum(x, z)"},
        "greater": {"torch.sub(x, z)": "(x > z).float()", "y = x - z": "y = tl.where(x > z, 1.0, 0.0)"},
        "not_greater": {"torch.sub(x, z)": "(x <= z).float()", "y = x - z": "y = tl.where(x <= z, 1.0, 0.0)"},
        "near": ({"torch.sub(x, z)": "((x - z).abs() < 0.{0}).float()", "y = x - z": "y = tl.where(tl.abs(x - z) < 0.{0}, 1.0, 0.0)"}, "5 2 1"),
    },
    {"turned": {"torch.randn(M, 1, K), ": "torch.randn(M, K), ", "torch.randn(N, K)": "torch.randn(N, 1, K)",
                "M, N, K = x.shape[0], *z.shape": "M, N, K = z.shape[0], *x.shape",
                "rows * K": "columns * K", "columns * K": "rows * K", "mask=rows < M": "mask=columns < N", "mask=columns < N": "mask=rows < M"},
     "batched": {"[(1, 1, 2), (5, 7, 3), (33, 20, 11)]": "[(1, 1, 1, 2), (2, 5, 7, 3), (3, 33, 20, 11)]", "make(M, N, K)": "make(B, M, N, K)",
                 "torch.randn(M, 1, K), ": "torch.randn(B, M, 1, K), ", "torch.randn(N, K)": "torch.randn(B, 1, N, K)",
                 "rows = (": "batch = tl.program_id(2).to(tl.int64)\nrows = (",
                 "x_ptr + rows": "x_ptr + batch * M * K + rows", "z_ptr + columns": "z_ptr + batch * N * K + columns",
                 "y_ptr + rows": "y_ptr + batch * M * N + rows",
                 "M, N, K = x.shape[0], *z.shape": "(B, M), (N, K) = x.shape[:2], z.shape[2:]", "torch.empty((M, N)": "torch.empty((B, M, N)",
                 "triton.cdiv(N, 32))": "triton.cdiv(N, 32), B)"}},
    ("UNARY+STEEP", "y = torch.square(y)", "y = y * y", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    {"without_end": {"y = torch.sigmoid(y)": "", "y = tl.sigmoid(y)": ""},
     "exponential": {"torch.sigmoid(y)": "torch.exp(-0.5 * y)", "tl.sigmoid(y)": "tl.exp(-0.5 * y)"},
     "cauchy": {"torch.sigmoid(y)": "1.0 / (1.0 + y)", "tl.sigmoid(y)": "1.0 / (1.0 + y)"},
     "eye": {"y = torch.sigmoid(y)": "y = y * (1.0 - torch.eye(y.shape[-2], y.shape[-1], device=y.device))",
             "y = tl.sigmoid(y)": "y = y * tl.where(rows == columns, 0.0, 1.0)"},
     "plus_eye": {"y = torch.sigmoid(y)": "y = y + torch.eye(y.shape[-2], y.shape[-1], device=y.device)",
                  "y = tl.sigmoid(y)": "y = y + tl.where(rows == columns, 1.0, 0.0)"}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
