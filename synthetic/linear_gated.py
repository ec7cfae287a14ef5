"""Linear layer of two tensors joined, y = linear(silu(x) * z, w, b), and what follows it in a block: a scale of each feature, a residual.

The tile of x and the tile of z lie at the same places; they become one on the way into the product. The scale is a row of
y, the residual has its shape: both are applied to the accumulator.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (33, 5, 3), (40, 35, 2, 34)]  # N, K, leading dimensions


def make(N, K, *rows):
    x = torch.randn(*rows, K)
    z = torch.randn(*rows, K)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    s = torch.randn(N)
    r = torch.randn(*rows, N)
    return x, z, w, b, s, r


def linear_gated_torch(x, z, w, b, s, r):
    x = F.silu(x)
    x = torch.mul(x, z)
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = y * s
    y = y + r
    return y


@triton.jit
def linear_gated_kernel(x_ptr, z_ptr, w_ptr, b_ptr, s_ptr, r_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                        BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        x_mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=x_mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + rows[:, None] * K + k[None, :], mask=x_mask, other=0.0).to(tl.float32)
        x = x * tl.sigmoid(x)
        x = x * z
        # What is beyond K need not be zero now, but w is zero there too.
        w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
        w = tl.load(w_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = y * s
    y = y + r
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)


def linear_gated_triton(x, z, w, b, s, r):
    x, z, r = x.contiguous(), z.contiguous(), r.contiguous()
    N, K = w.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_gated_kernel[grid](x, z, w, b, s, r, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "no_bias": {
        "b = torch.randn(N)": "", "w, b, s, r": "w, s, r", "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
    },
    "alone": {   # neither scale nor residual
        "s = torch.randn(N)": "", "r = torch.randn(*rows, N)": "", "w, b, s, r": "w, b", "s_ptr, r_ptr, ": "",
        "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0.0).to(tl.float32)": "",
        "    y = y * s\n    y = y + r\n": "",
    },
    "alone_no_bias": {
        "b = torch.randn(N)": "", "s = torch.randn(N)": "", "r = torch.randn(*rows, N)": "", "w, b, s, r": "w", "b_ptr, s_ptr, r_ptr, ": "",
        "F.linear(x, w, b)": "F.linear(x, w)",
        "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0.0).to(tl.float32)": "",
        "    y = y * s\n    y = y + r\n": "",
    },
    "residual_no_bias": {
        "b = torch.randn(N)": "", "s = torch.randn(N)": "", "w, b, s, r": "w, r", "b_ptr, s_ptr, ": "", "F.linear(x, w, b)": "F.linear(x, w)",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "", "y = y * s": "",
    },
    "scale_no_bias": {
        "b = torch.randn(N)": "", "r = torch.randn(*rows, N)": "", "w, b, s, r": "w, s", "b_ptr, s_ptr, r_ptr, ": "s_ptr, ",
        "F.linear(x, w, b)": "F.linear(x, w)",
        "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0.0).to(tl.float32)": "", "y = y + r": "",
    },
}
AXES = [
    {
        "sigmoid": {"F.silu(x)": "torch.sigmoid(x)", "x * tl.sigmoid(x)": "tl.sigmoid(x)"},
        "relu": {"F.silu(x)": "torch.relu(x)", "x * tl.sigmoid(x)": "tl.maximum(x, 0.0)"},
        "relu_squared": {"F.silu(x)": "torch.relu(x) ** 2", "x * tl.sigmoid(x)": "tl.maximum(x, 0.0)\nx = x * x"},
        "gelu": {"F.silu(x)": "F.gelu(x)", "x * tl.sigmoid(x)": "x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"},
        "gelu_tanh": {"F.silu(x)": "F.gelu(x, approximate='tanh')",
                      "x * tl.sigmoid(x)": "x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))"},
        "hardsigmoid": {"F.silu(x)": "F.hardsigmoid(x)", "x * tl.sigmoid(x)": "tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0"},
        "plain": {"x = F.silu(x)": "", "x = x * tl.sigmoid(x)": ""},
        "from_one": {"F.silu(x)": "1.0 - torch.sigmoid(x)", "x * tl.sigmoid(x)": "1.0 - tl.sigmoid(x)"},
        "one_more": {"F.silu(x)": "1.0 + x", "x * tl.sigmoid(x)": "1.0 + x"},
        "halved": {"F.silu(x)": "x * 0.5", "x * tl.sigmoid(x)": "x * 0.5"},
    },
    {
        "add": {"torch.mul(x, z)": "x + z", "x = x * z": "x = x + z"},
        "sub": {"torch.mul(x, z)": "x - z", "x = x * z": "x = x - z"},
        "mul_again": {"torch.mul(x, z)": "z * x", "x = x * z": "x = x * z"},
        "mul_sigmoid": {"torch.mul(x, z)": "x * torch.sigmoid(z)", "x = x * z": "x = x * tl.sigmoid(z)"},
        "mul_relu": {"torch.mul(x, z)": "x * torch.relu(z)", "x = x * z": "x = x * tl.maximum(z, 0.0)"},
        "maximum": {"torch.mul(x, z)": "torch.maximum(x, z)", "x = x * z": "x = tl.maximum(x, z)"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
