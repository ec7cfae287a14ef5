"""Queries, keys and values of self-attention by one linear layer: three thirds of x @ w.T + b, each split into heads.

One matrix product for all three. Column c of it belongs to part c // (HEADS * D), and its place among heads follows from
what is left; one program owns one tile of (tokens, columns), which may lie across two parts.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 5, 7, 3), (3, 24, 40, 6)]  # B, T, K, width of a head


def make(B, T, K, D):
    heads = 4
    x = torch.randn(B, T, K)
    w = torch.randn(3 * heads * D, K) / K ** 0.5
    b = torch.randn(3 * heads * D)
    return x, w, b


def linear_qkv_torch(x, w, b):
    B, T, K = x.shape
    heads = 4
    y = F.linear(x, w, b)
    q, k, v = y.chunk(3, dim=-1)
    q = q.view(B, T, heads, -1).transpose(1, 2)
    k = k.view(B, T, heads, -1).transpose(1, 2)
    v = v.view(B, T, heads, -1).transpose(1, 2)
    return q, k, v


@triton.jit
def linear_qkv_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T, D, HEADS: tl.constexpr, stride_wn, stride_wk,
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
    batch, t = (rows // T)[:, None], (rows % T)[:, None]
    part, head, d = (columns // (HEADS * D))[None, :], (columns // D % HEADS)[None, :], (columns % D)[None, :]
    offsets = part * M * HEADS * D + ((batch * HEADS + head) * T + t) * D + d
    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def linear_qkv_triton(x, w, b):
    x = x.contiguous()
    B, T, K = x.shape
    heads = 4
    N = w.shape[0]
    D = N // (3 * heads)
    y = torch.empty((3, B, heads, T, D), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))
    linear_qkv_kernel[grid](x, w, b, y, B * T, N, K, T, D, heads, w.stride(0), w.stride(1),
                            BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y[0], y[1], y[2]


FAMILY = {
    "linear_qkv_no_bias": {
        "b = torch.randn(3 * heads * D)": "",
        "return x, w, b": "return x, w",
        "(x, w, b)": "(x, w)",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "[grid](x, w, b, y": "[grid](x, w, y",
    },
}
AXES = [
    {
        "keys_transposed": {
            "k = k.view(B, T, heads, -1).transpose(1, 2)": "k = k.view(B, T, heads, -1).transpose(1, 2).transpose(-2, -1)",
            "return y[0], y[1], y[2]": "return y[0], y[1].transpose(2, 3), y[2]",
        },
        "scaled": {
            "q = q.view(B, T, heads, -1).transpose(1, 2)": "q = q.view(B, T, heads, -1).transpose(1, 2) * 0.125",
            "part, head, d = (": "y = tl.where(columns[None, :] < HEADS * D, y * 0.125, y)  # the queries\npart, head, d = (",
        },
        "plain": {
            "q = q.view(B, T, heads, -1).transpose(1, 2)": "",
            "k = k.view(B, T, heads, -1).transpose(1, 2)": "",
            "v = v.view(B, T, heads, -1).transpose(1, 2)": "",
            "batch, t = (rows // T)[:, None], (rows % T)[:, None]": "",
            "part, head, d = (columns // (HEADS * D))[None, :], (columns // D % HEADS)[None, :], (columns % D)[None, :]":
                "part, column = (columns // (HEADS * D))[None, :], (columns % (HEADS * D))[None, :]",
            "offsets = part * M * HEADS * D + ((batch * HEADS + head) * T + t) * D + d":
                "offsets = (part * M + rows[:, None]) * HEADS * D + column",
            "torch.empty((3, B, heads, T, D)": "torch.empty((3, B, T, heads * D)",
        },
        "stacked": {
            "q, k, v = y.chunk(3, dim=-1)": "q, k, v = y.view(B, T, 3, heads, -1).permute(2, 0, 3, 1, 4)",
            "q = q.view(B, T, heads, -1).transpose(1, 2)": "",
            "k = k.view(B, T, heads, -1).transpose(1, 2)": "",
            "v = v.view(B, T, heads, -1).transpose(1, 2)": "",
        },
    },
    {
        "2": {"heads = 4": "heads = 2"},
        "3": {"heads = 4": "heads = 3"},
        "6": {"heads = 4": "heads = 6"},
        "8": {"heads = 4": "heads = 8"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
