"""Scores without a softmax, y = relu(q @ k.T / sqrt(D)) ** 2 / S: scaled, made weights by a function of their own, divided by a length.

All dimensions before the last two are batches, and broadcast, so all heads may share their keys: a stride of 0. Both scales
are numbers of the host, from the sizes of the answer itself.
"""
from harness import run

import math

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]


def make(x_shape, w_shape):
    x = torch.randn(x_shape)
    w = torch.randn(w_shape)
    return x, w


def matmul_weighed_torch(x, w):
    y = x @ w
    D = w.shape[-2]
    y = y / math.sqrt(D)
    y = torch.relu(y)
    y = y / y.shape[-1]
    return y


@triton.jit
def matmul_weighed_kernel(x_ptr, w_ptr, y_ptr, M, N, K, scale, length, B, C, stride_xa, stride_xb, stride_xc, stride_xm, stride_xk,
                           stride_wa, stride_wb, stride_wc, stride_wk, stride_wn,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    a, b, c = batch // (B * C), batch // C % B, batch % C
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + a * stride_xa + b * stride_xb + c * stride_xc + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + a * stride_wa + b * stride_wb + c * stride_wc + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = y * scale
    y = tl.maximum(y, 0.0)
    y = y / length
    y_ptrs = y_ptr + batch * M * N + rows[:, None] * N + columns[None, :]
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_weighed_triton(x, w):
    (M, K), N = x.shape[-2:], w.shape[-1]
    scale = 1 / math.sqrt(K)
    length = float(N)
    batch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])
    A, B, C = (1, 1, 1, *batch)[-3:]
    x, w = x.expand(A, B, C, M, K), w.expand(A, B, C, K, N)
    y = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)
    grid = (A * B * C * triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_weighed_kernel[grid](x, w, y, M, N, K, scale, length, B, C, *x.stride(), *w.stride(), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "times": {"y = y / math.sqrt(D)": "y = y * D ** -0.5", "scale = 1 / math.sqrt(K)": "scale = K ** -0.5"},
    "eighth": {"y = y / math.sqrt(D)": "y = y * 0.125", "scale = 1 / math.sqrt(K)": "scale = 0.125"},
    "over_8": {"y = y / math.sqrt(D)": "y = y / 8.0", "scale = 1 / math.sqrt(K)": "scale = 1 / 8.0"},
    "by_size": {"y = y / math.sqrt(D)": "y = y / D", "scale = 1 / math.sqrt(K)": "scale = 1 / K"},
}
AXES = [
    {
        "x": {"torch.randn(x_shape)": "torch.randn(x_shape).mT.contiguous()", "y = x @ w": "y = x.transpose(-2, -1) @ w",
              "(M, K), N = x.shape[-2:], w.shape[-1]": "x = x.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]"},
        "w": {"torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()", "y = x @ w": "y = x @ w.transpose(-2, -1)",
              "w.shape[-2]": "w.shape[-1]",
              "(M, K), N = x.shape[-2:], w.shape[-1]": "w = w.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]"},
    },
    "RANKS",
    {
        "squared": {"y = torch.relu(y)": "y = torch.relu(y) ** 2", "y = tl.maximum(y, 0.0)": "y = tl.maximum(y, 0.0)\ny = y * y"},
        "square": {"y = torch.relu(y)": "y = y ** 2", "y = tl.maximum(y, 0.0)": "y = y * y"},
        "sigmoid": {"y = torch.relu(y)": "y = torch.sigmoid(y)", "y = tl.maximum(y, 0.0)": "y = tl.sigmoid(y)"},
        "exp": {"y = torch.relu(y)": "y = torch.exp(torch.clamp(y, max=5.0))", "y = tl.maximum(y, 0.0)": "y = tl.exp(tl.minimum(y, 5.0))"},
        "silu": {"y = torch.relu(y)": "y = F.silu(y)", "y = tl.maximum(y, 0.0)": "y = y * tl.sigmoid(y)"},
        "abs": {"y = torch.relu(y)": "y = torch.abs(y)", "y = tl.maximum(y, 0.0)": "y = tl.abs(y)"},
        "shifted": {"y = torch.relu(y)": "y = torch.relu(y + 1.0)", "y = tl.maximum(y, 0.0)": "y = tl.maximum(y + 1.0, 0.0)"},
    },
    {
        "height": {"y = y / y.shape[-1]": "y = y / y.shape[-2]", "length = float(N)": "length = float(M)"},
        "root": {"y = y / y.shape[-1]": "y = y / math.sqrt(y.shape[-1])", "length = float(N)": "length = math.sqrt(N)"},
        "matrix": {"y = y / y.shape[-1]": "y = y / (y.shape[-1] * y.shape[-2])", "length = float(N)": "length = float(M * N)"},
        "none": {"y = y / y.shape[-1]": "", "length = float(N)": "", "y = y / length": "", "scale, length": "scale"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
