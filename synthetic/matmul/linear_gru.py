"""Gates of a GRU: a linear layer with three outputs for each unit, joined with what the hidden state gave, to
the new state.

One program computes the same tile of the reset gate, the update gate and the candidate, in three
accumulators, reading each tile of x once; only the new state is written.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (3, 5, 33), (35, 40, 34)]  # M, K, N


def make(M, K, N):
    hr = torch.randn(M, N)
    hz = torch.randn(M, N)
    hn = torch.randn(M, N)
    h = torch.randn(M, N)
    x = torch.randn(M, K)
    w = torch.randn(3 * N, K) / K ** 0.5
    b = torch.randn(3 * N)
    return hr, hz, hn, h, x, w, b


def linear_gru_torch(hr, hz, hn, h, x, w, b):
    r, z, n = F.linear(x, w, b).chunk(3, dim=-1)
    r = torch.sigmoid(r + hr)
    z = torch.sigmoid(z + hz)
    n = torch.tanh(n + r * hn)
    y = (1.0 - z) * n + z * h
    return y


@triton.jit
def linear_gru_kernel(hr_ptr, hz_ptr, hn_ptr, h_ptr, x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                      BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    r = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    z = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    n = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        w_mask = (k[:, None] < K - start) & (columns[None, :] < N)
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=w_mask, other=0.0)
        r += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        w = tl.load(w_ptrs + N * stride_wn, mask=w_mask, other=0.0)
        z += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        w = tl.load(w_ptrs + 2 * N * stride_wn, mask=w_mask, other=0.0)
        n += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    r += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    n += tl.load(b_ptr + 2 * N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    r = tl.sigmoid(r + tl.load(hr_ptr + offsets, mask=mask, other=0.0).to(tl.float32))
    z = tl.sigmoid(z + tl.load(hz_ptr + offsets, mask=mask, other=0.0).to(tl.float32))
    n = n + r * tl.load(hn_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    # tanh, accurate near zero too, where 2 sigmoid(2 n) - 1 would lose its digits.
    t = -2.0 * tl.abs(n)
    u = tl.exp(t)
    t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))
    t = -t / (t + 2.0)
    n = tl.where(n < 0.0, -t, t)
    h = tl.load(h_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = (1.0 - z) * n + z * h
    tl.store(y_ptr + offsets, y, mask=mask)


def linear_gru_triton(hr, hz, hn, h, x, w, b):
    hr = hr.contiguous()
    hz = hz.contiguous()
    hn = hn.contiguous()
    h = h.contiguous()
    x = x.contiguous()
    M, K = x.shape
    N = h.shape[1]
    y = torch.empty_like(h)
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 32))
    linear_gru_kernel[grid](hr, hz, hn, h, x, w, b, y, M, N, K, w.stride(0), w.stride(1),
                            BLOCK_M=32, BLOCK_N=32, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
