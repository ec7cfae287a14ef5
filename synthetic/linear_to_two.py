"""Linear layer with two results, v = sigmoid(x @ w.T + b) and y = v + x: a gate and what it lets through, as in highways and GRUs.

w is square, so both have the shape of x, which each program reads once more where its tile lies; other variants join another
tensor, as large as the results, a row, a column or a number. What both results need is computed once.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (33, 5), (40, 2, 34), (7, 3, 2, 4)]  # K, leading dimensions


def make(K, *rows):
    N = K
    x = torch.randn(*rows, K)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return (x, w, b)


def linear_to_two_torch(x, w, b):
    z = x
    x = torch.abs(x)
    y = F.linear(x, w, b)
    v = torch.sigmoid(y)
    y = v + z
    return v, y


@triton.jit
def linear_to_two_kernel(x_ptr, w_ptr, b_ptr, v_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                         BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        x = tl.abs(x)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.sigmoid(y)
    y = v + z
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_to_two_triton(x, w, b):
    x = x.contiguous()
    N, K = w.shape
    stride_wn, stride_wk = w.stride()
    M = x.numel() // K
    v = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    y = torch.empty_like(v)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_to_two_kernel[grid](x, w, b, v, y, M, N, K, stride_wn, stride_wk, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return v, y


FAMILY = {
    "linear_to_two_other": {
        "    N = K": "    N = K + 2",
        "return (x": "s = torch.randn(*rows, N)\nreturn (x, s",
        "linear_to_two_torch(x": "linear_to_two_torch(x, s",
        "    z = x": "    z = s",
        "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "linear_to_two_triton(x": "linear_to_two_triton(x, s",
        "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
        "[grid](x, ": "[grid](x, s, ",
    },
    "linear_to_two_row": {
        "    N = K": "    N = K + 2",
        "return (x": "s = torch.randn(N)\nreturn (x, s",
        "linear_to_two_torch(x": "linear_to_two_torch(x, s",
        "    z = x": "    z = s",
        "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
        "linear_to_two_triton(x": "linear_to_two_triton(x, s",
        "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
        "[grid](x, ": "[grid](x, s, ",
    },
    "linear_to_two_column": {
        "    N = K": "    N = K + 2",
        "return (x": "s = torch.randn(*rows, 1)\nreturn (x, s",
        "linear_to_two_torch(x": "linear_to_two_torch(x, s",
        "    z = x": "    z = s",
        "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
        "linear_to_two_triton(x": "linear_to_two_triton(x, s",
        "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
        "[grid](x, ": "[grid](x, s, ",
    },
    "linear_to_two_one": {
        "    N = K": "    N = K + 2",
        "return (x": "s = torch.randn(1)\nreturn (x, s",
        "linear_to_two_torch(x": "linear_to_two_torch(x, s",
        "    z = x": "    z = s",
        "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "tl.load(s_ptr).to(tl.float32)",
        "linear_to_two_triton(x": "linear_to_two_triton(x, s",
        "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
        "[grid](x, ": "[grid](x, s, ",
    },
    "linear_to_two_scalar": {
        "    N = K": "    N = K + 2",
        "return (x": "s = torch.randn(())\nreturn (x, s",
        "linear_to_two_torch(x": "linear_to_two_torch(x, s",
        "    z = x": "    z = s",
        "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "tl.load(s_ptr).to(tl.float32)",
        "linear_to_two_triton(x": "linear_to_two_triton(x, s",
        "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
        "[grid](x, ": "[grid](x, s, ",
    },
}
AXES = [
    {
        "no_bias": {"w, b)": "w)", "b = torch.randn(N)": "", "b_ptr, ": "", "w, b, v": "w, v",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": ""},
        "product": {"torch.randn(N, K)": "torch.randn(K, N)", "F.linear(x, w, b)": "x @ w + b", "N, K = w.shape": "K, N = w.shape",
                    "stride_wn, stride_wk = w.stride()": "stride_wk, stride_wn = w.stride()"},
        "product_no_bias": {"torch.randn(N, K)": "torch.randn(K, N)", "F.linear(x, w, b)": "x @ w", "N, K = w.shape": "K, N = w.shape",
                            "stride_wn, stride_wk = w.stride()": "stride_wk, stride_wn = w.stride()",
                            "w, b)": "w)", "b = torch.randn(N)": "", "b_ptr, ": "", "w, b, v": "w, v",
                            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": ""},
    },
    ("TAIL_XZ_TO_VX", "v = torch.sigmoid(y)\n    y = v + z", "v = tl.sigmoid(y)\n    y = v + z"),
    ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
    {"y_first": {"return v, y": "return y, v"}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
