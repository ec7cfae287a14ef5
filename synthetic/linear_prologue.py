"""Linear layer of a function of its input, y = f(relu(x) @ w.T + b): the function is applied to a tile as it is loaded.

One program owns one tile of y. The function costs each tile of x again for every column of tiles, which is cheap next to
writing relu(x) to memory and reading it back.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (33, 5, 3), (40, 35, 2, 34)]  # N, K, leading dimensions


def make(N, K, *rows):
    x = torch.randn(*rows, K)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return x, w, b


def linear_prologue_torch(x, w, b):
    x = torch.relu(x)
    x = torch.abs(x)
    y = F.linear(x, w, b)
    y = torch.sigmoid(y)
    return y


@triton.jit
def linear_prologue_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.abs(x)
        # The function of the zeros beyond K need not be zero, but w is zero there too.
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def linear_prologue_triton(x, w, b):
    x = x.contiguous()
    N, K = w.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_prologue_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "linear_prologue_no_bias": {
        "b = torch.randn(N)": "",
        "return x, w, b": "return x, w",
        "(x, w, b)": "(x, w)",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "[grid](x, w, b": "[grid](x, w",
    },
}
AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
