"""Matrix product of functions of two tensors of any ranks, y = phi(k).T @ psi(v), as linear attention takes, or Gram matrices of features.

The functions are applied to a tile as it is loaded; elu(x) + 1 is exp(x) below zero. Beyond K a function of zero need not be zero: one of the tiles is masked
once more. All dimensions before the last two are batches, and broadcast; a transpose swaps strides.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]


def make(x_shape, w_shape):
    x = torch.randn(x_shape)
    w = torch.randn(w_shape)
    return x, w


def matmul_of_features_torch(x, w):
    x = F.elu(x) + 1.0
    w = F.elu(w) + 1.0
    y = x @ w
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_of_features_kernel(x_ptr, w_ptr, y_ptr, M, N, K, B, C, stride_xa, stride_xb, stride_xc, stride_xm, stride_xk,
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
        x = tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))
        w = tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))
        w = tl.where(k[:, None] < K - start, w, 0.0)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.sigmoid(y)
    y_ptrs = y_ptr + batch * M * N + rows[:, None] * N + columns[None, :]
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_of_features_triton(x, w):
    (M, K), N = x.shape[-2:], w.shape[-1]
    batch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])
    A, B, C = (1, 1, 1, *batch)[-3:]
    x, w = x.expand(A, B, C, M, K), w.expand(A, B, C, K, N)
    y = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)
    grid = (A * B * C * triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_of_features_kernel[grid](x, w, y, M, N, K, B, C, *x.stride(), *w.stride(), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


AXES = [
    "TURNED",
    "RANKS",
    {
        "relu": {"F.elu(x) + 1.0": "torch.relu(x)", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.maximum(x, 0.0)"},
        "relu_raised": {"F.elu(x) + 1.0": "torch.relu(x) + 1e-3", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.maximum(x, 0.0) + 1e-3"},
        "relu_squared": {"F.elu(x) + 1.0": "torch.relu(x) ** 2", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.maximum(x, 0.0)\nx = x * x"},
        "squared": {"F.elu(x) + 1.0": "x * x", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "x * x"},
        "sigmoid": {"F.elu(x) + 1.0": "torch.sigmoid(x)", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.sigmoid(x)"},
        "exp": {"F.elu(x) + 1.0": "torch.exp(x)", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.exp(x)"},
        "silu": {"F.elu(x) + 1.0": "F.silu(x)", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "x * tl.sigmoid(x)"},
        "cos": {"F.elu(x) + 1.0": "torch.cos(x)", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.cos(x)"},
        "scaled": {"F.elu(x) + 1.0": "x * 0.125", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "x * 0.125"},
    },
    {
        "relu": {"F.elu(w) + 1.0": "torch.relu(w)", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.maximum(w, 0.0)"},
        "relu_raised": {"F.elu(w) + 1.0": "torch.relu(w) + 1e-3", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.maximum(w, 0.0) + 1e-3"},
        "relu_squared": {"F.elu(w) + 1.0": "torch.relu(w) ** 2", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.maximum(w, 0.0)\nw = w * w"},
        "squared": {"F.elu(w) + 1.0": "w * w", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "w * w"},
        "sigmoid": {"F.elu(w) + 1.0": "torch.sigmoid(w)", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.sigmoid(w)"},
        "exp": {"F.elu(w) + 1.0": "torch.exp(w)", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.exp(w)"},
        "silu": {"F.elu(w) + 1.0": "F.silu(w)", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "w * tl.sigmoid(w)"},
        "cos": {"F.elu(w) + 1.0": "torch.cos(w)", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.cos(w)"},
        "scaled": {"F.elu(w) + 1.0": "w * 0.125", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "w * 0.125"},
        "plain": {"w = F.elu(w) + 1.0": "", "        w = tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))\n        w = tl.where(k[:, None] < K - start, w, 0.0)\n": ""},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
