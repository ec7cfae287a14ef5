"""Linear layer whose numbers a mask hides, y = where(mask, -inf, (x @ w.T + b) * scale): routers, actions that are not allowed.

One program owns one tile of y, and asks the mask about it once, in the end.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2), (5, 7, 33), (72, 40, 35)]  # M, K, N


def make(M, K, N):
    x = torch.randn(M, K)
    m = torch.randn(M, N) > 0.5
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return x, m, w, b


def linear_filled_torch(x, m, w, b):
    y = F.linear(x, w, b)
    y = y * 0.5
    y = y.masked_fill(m, float("-inf"))
    return y


@triton.jit
def linear_filled_kernel(x_ptr, m_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = 0.5 * y
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    m = tl.load(m_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0)
    y = tl.where(m, -float("inf"), y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)


def linear_filled_triton(x, m, w, b):
    x = x.contiguous()
    m = m.contiguous()
    N, K = w.shape
    M = x.numel() // K
    y = torch.empty((*x.shape[:-1], N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_filled_kernel[grid](x, m, w, b, y, M, N, K, w.stride(0), w.stride(1),
                                 BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "large": {'y.masked_fill(m, float("-inf"))': "y.masked_fill(m, -1e9)", 'tl.where(m, -float("inf"), y)': "tl.where(m, -1e9, y)"},
    "zero": {'y.masked_fill(m, float("-inf"))': "y.masked_fill(m, 0.0)", 'tl.where(m, -float("inf"), y)': "tl.where(m, 0.0, y)"},
    "not": {'y.masked_fill(m, float("-inf"))': 'y.masked_fill(~m, float("-inf"))', 'tl.where(m, -float("inf"), y)': 'tl.where(m, y, -float("inf"))'},
    "not_large": {'y.masked_fill(m, float("-inf"))': "y.masked_fill(~m, -1e9)", 'tl.where(m, -float("inf"), y)': "tl.where(m, y, -1e9)"},
    "not_zero": {'y.masked_fill(m, float("-inf"))': "torch.where(m, y, 0.0)", 'tl.where(m, -float("inf"), y)': "tl.where(m, y, 0.0)"},
    "float": {"torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).float()",
              'y.masked_fill(m, float("-inf"))': 'y.masked_fill(m == 0, float("-inf"))',
              'tl.where(m, -float("inf"), y)': 'tl.where(m == 0, -float("inf"), y)'},
    "float_large": {"torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).float()", 'y.masked_fill(m, float("-inf"))': "y.masked_fill(m == 0, -1e9)",
                    'tl.where(m, -float("inf"), y)': "tl.where(m == 0, -1e9, y)"},
    "integer": {"torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).long()",
                'y.masked_fill(m, float("-inf"))': 'y.masked_fill(m == 0, float("-inf"))',
                'tl.where(m, -float("inf"), y)': 'tl.where(m == 0, -float("inf"), y)'},
    "times": {'y.masked_fill(m, float("-inf"))': "y * m", 'tl.where(m, -float("inf"), y)': "tl.where(m, y, 0.0)"},
}
AXES = [
    {"no_bias": {"b = torch.randn(N)": "", "(x, m, w, b)": "(x, m, w)", "return x, m, w, b": "return x, m, w", "F.linear(x, w, b)": "F.linear(x, w)",
     "b_ptr, ": "",
                 "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "", "[grid](x, m, w, b": "[grid](x, m, w"}},
    ("TAIL_X", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
