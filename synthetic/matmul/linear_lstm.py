"""Gates of an LSTM: a linear layer plus what the other one gave, four gates, and the new cell and hidden
state.

One program computes the same tile of all four gates, in four accumulators, reading each tile of x once; the
gates are used where they are, in registers, and only c and h are written.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (35, 40, 34)]  # M, K, N


def make(M, K, N):
    x = torch.randn(M, K)
    z = torch.randn(M, 4 * N)
    c = torch.randn(M, N)
    w = torch.randn(4 * N, K) / K ** 0.5
    b = torch.randn(4 * N)
    return x, z, c, w, b


def linear_lstm_torch(x, z, c, w, b):
    i, f, g, o = (F.linear(x, w, b) + z).chunk(4, dim=-1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    h = torch.sigmoid(o) * torch.tanh(c)
    return h, c


@triton.jit
def linear_lstm_tanh(x):
    # Accurate near zero too, where 2 sigmoid(2 x) - 1 would lose its digits: expm1(t) / (expm1(t) + 2) of t = -2 |x|.
    t = -2.0 * tl.abs(x)
    u = tl.exp(t)
    t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))
    t = -t / (t + 2.0)
    return tl.where(x < 0.0, -t, t)


@triton.jit
def linear_lstm_kernel(x_ptr, z_ptr, c_ptr, w_ptr, b_ptr, h_ptr, next_ptr, M, N, K, stride_wn, stride_wk,
                       BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    i = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    f = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    g = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    o = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        w_mask = (k[:, None] < K - start) & (columns[None, :] < N)
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=w_mask, other=0.0)
        i += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        w = tl.load(w_ptrs + N * stride_wn, mask=w_mask, other=0.0)
        f += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        w = tl.load(w_ptrs + 2 * N * stride_wn, mask=w_mask, other=0.0)
        g += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        w = tl.load(w_ptrs + 3 * N * stride_wn, mask=w_mask, other=0.0)
        o += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    mask = (rows[:, None] < M) & (columns[None, :] < N)
    z_ptrs = z_ptr + rows[:, None] * 4 * N + columns[None, :]
    i += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    f += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    g += tl.load(b_ptr + 2 * N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    o += tl.load(b_ptr + 3 * N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    i = tl.sigmoid(i + tl.load(z_ptrs, mask=mask, other=0.0).to(tl.float32))
    f = tl.sigmoid(f + tl.load(z_ptrs + N, mask=mask, other=0.0).to(tl.float32))
    g = linear_lstm_tanh(g + tl.load(z_ptrs + 2 * N, mask=mask, other=0.0).to(tl.float32))
    o = tl.sigmoid(o + tl.load(z_ptrs + 3 * N, mask=mask, other=0.0).to(tl.float32))
    offsets = rows[:, None] * N + columns[None, :]
    c = f * tl.load(c_ptr + offsets, mask=mask, other=0.0).to(tl.float32) + i * g
    tl.store(next_ptr + offsets, c, mask=mask)
    tl.store(h_ptr + offsets, o * linear_lstm_tanh(c), mask=mask)


def linear_lstm_triton(x, z, c, w, b):
    x = x.contiguous()
    z = z.contiguous()
    c = c.contiguous()
    M, K = x.shape
    N = c.shape[1]
    h, following = torch.empty_like(c), torch.empty_like(c)
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 32))
    linear_lstm_kernel[grid](x, z, c, w, b, h, following, M, N, K, w.stride(0), w.stride(1),
                             BLOCK_M=32, BLOCK_N=32, BLOCK_K=32, num_warps=4)
    return h, following


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
