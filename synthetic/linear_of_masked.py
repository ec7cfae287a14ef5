"""Linear layer of what a mask leaves, y = f(linear(masked(g(x)), weight, bias)) + r: padding, dropped tokens or features.

Seen with three leading dimensions, A, B and T, x and its mask are one shape: along a dimension that the mask lacks, its stride is 0,
and the same bit is read again. So one kernel is every form of broadcasting. It applies g and the mask to a tile as it is loaded.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 1), (33, 5, 3), (5, 3, 2, 4), (40, 3, 2, 34), (6, 2, 3, 4, 7)]  # N, leading dimensions, K


def make(N, *shape):
    x = torch.randn(shape)
    z = torch.randn(shape[:-1]) > 0.5
    r = torch.randn(*shape[:-1], N)
    weight = torch.randn(N, shape[-1]) / shape[-1] ** 0.5
    bias = torch.randn(N)
    return x, z, r, weight, bias


def linear_of_masked_torch(x, z, r, weight, bias):
    z = z[..., None]
    x = torch.relu(x)
    x = x.masked_fill(z, 0.0)
    y = F.linear(x, weight, bias)
    y = torch.sigmoid(y)
    y = y + r
    return y


@triton.jit
def linear_of_masked_kernel(x_ptr, z_ptr, r_ptr, weight_ptr, bias_ptr, y_ptr, M, N, K, B, T, stride_xa, stride_xb, stride_xt, stride_xk,
                            stride_za, stride_zb, stride_zt, stride_zk, stride_wn, stride_wk,
                            BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    outer, middle, inner = rows // (B * T), rows // T % B, rows % T
    x_rows = outer * stride_xa + middle * stride_xb + inner * stride_xt
    z_rows = outer * stride_za + middle * stride_zb + inner * stride_zt
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + x_rows[:, None] + k[None, :] * stride_xk, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + z_rows[:, None] + k[None, :] * stride_zk, mask=mask, other=0)
        x = tl.maximum(x, 0.0)
        x = tl.where(z, 0.0, x)
        x = tl.where(mask, x, 0.0)  # what lies beyond K need not be a number here
        weight_ptrs = weight_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
        weight = tl.load(weight_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, weight, input_precision="tf32x3")

    y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.sigmoid(y)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = y + r
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_of_masked_triton(x, z, r, weight, bias):
    z = z[..., None]
    shape = torch.broadcast_shapes(x.shape, z.shape)
    N, K = weight.shape
    A, B, T = (1, 1, *shape[:-1])[-3:]
    M = A * B * T
    x, z = x.expand(A, B, T, K), z.expand(A, B, T, K)
    r = r.contiguous()
    y = torch.empty((*shape[:-1], N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_of_masked_kernel[grid](x, z, r, weight, bias, y, M, N, K, B, T, *x.stride(), *z.stride(), *weight.stride(),
                                  BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "linear_of_masked_no_bias": {
        "bias = torch.randn(N)": "",
        ", bias": "",
        "bias_ptr, ": "",
        "y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
    },
}

AXES = [
    {  # the shape of z
        "plain": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-1]) > 0.5", "z = z[..., None]": ""},
        "whole": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape) > 0.5", "z = z[..., None]": ""},
        "row": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-1], 1) > 0.5", "z = z[..., None]": ""},
        "positions": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-2:]) > 0.5", "z = z[..., None]": ""},
        "position": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-2], 1) > 0.5", "z = z[..., None]": ""},
        "one_batch": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1, *shape[1:]) > 0.5", "z = z[..., None]": ""},
        "sample": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[0], *[1] * (len(shape) - 1)) > 0.5", "z = z[..., None]": ""},
        "columns_of_each": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-2], 1, shape[-1]) > 0.5", "z = z[..., None]": ""},
        "columns": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1, shape[-1]) > 0.5", "z = z[..., None]": ""},
        "one_row": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*[1] * (len(shape) - 1), shape[-1]) > 0.5", "z = z[..., None]": ""},
        "one_position": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1, *shape[1:-1], 1) > 0.5", "z = z[..., None]": ""},
        "of_each": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-2], 1, 1) > 0.5", "z = z[..., None]": ""},
        "one": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1) > 0.5", "z = z[..., None]": ""},
        "scalar": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(()) > 0.5", "z = z[..., None]": ""},
        "short_position": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-2]) > 0.5", "z = z[..., None]": "z = z[:, None]"},
        "short_columns": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-2], shape[-1]) > 0.5", "z = z[..., None]": "z = z.unsqueeze(-2)"},
    },
    {
        "plain": {
            "r = torch.randn(*shape[:-1], N)": "", "r, weight": "weight", "r_ptr, ": "", "r = r.contiguous()": "",
            "r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "", "y = y + r": "",
        },
        "gate": {"y = y + r": "y = y * r"},
        "row_of_r": {"r = torch.randn(*shape[:-1], N)": "r = torch.randn(N)",
                     "r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                         "r = tl.load(r_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"},
    },
    {
        "not": {"x.masked_fill(z, 0.0)": "x.masked_fill(~z, 0.0)", "tl.where(z, 0.0, x)": "tl.where(z, x, 0.0)"},
        "times": {"x.masked_fill(z, 0.0)": "x * z", "x = tl.where(z, 0.0, x)": "x = x * z"},
        "times_float": {"x.masked_fill(z, 0.0)": "x * z.float()", "x = tl.where(z, 0.0, x)": "x = x * z"},
        "times_not": {"x.masked_fill(z, 0.0)": "x * ~z"},
        "where": {"x.masked_fill(z, 0.0)": "torch.where(z, x, 0.0)", "tl.where(z, 0.0, x)": "tl.where(z, x, 0.0)"},
        "where_number": {"x.masked_fill(z, 0.0)": "torch.where(z, x, -1.5)", "tl.where(z, 0.0, x)": "tl.where(z, x, -1.5)"},
        "number": {"x.masked_fill(z, 0.0)": "x.masked_fill(z, 0.5)", "tl.where(z, 0.0, x)": "tl.where(z, 0.5, x)"},
        "where_other": {"x.masked_fill(z, 0.0)": "torch.where(z, x, 0.5 * x)", "tl.where(z, 0.0, x)": "tl.where(z, x, 0.5 * x)"},
    },
    ("TAIL_X", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
