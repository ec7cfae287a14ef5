"""Softmax of scores and then a tensor with more dimensions, y[m, k, n] = softmax(x[m, :])[k] * z[m, k, n]:
attention pooling, a channel's weight.

A program takes BLOCK neighbouring elements of one row of scores and walks those scores for their largest and
their sum, again for each block: there are N times fewer of them. A score is then found by the place of its
element, and mostly in the cache.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 5, 7), (3, 33, 70), (2, 1100, 3)]  # M, K, N


def make(M, K, N):
    return torch.randn(M, K), torch.randn(M, K, N)


def softmax_spread_torch(x, z):
    y = F.softmax(x, dim=-1)
    y = y.unsqueeze(-1)
    y = y * z
    return y


@triton.jit
def load_tile(x_ptr, cols, K):
    x = tl.load(x_ptr + cols, mask=cols < K, other=0.0).to(tl.float32)
    return x


@triton.jit
def softmax_spread_kernel(x_ptr, z_ptr, y_ptr, K, N, SCORES: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * K
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([SCORES], -3.0e38, dtype=tl.float32)
    total = tl.zeros([SCORES], dtype=tl.float32)
    for start in range(0, K, SCORES):
        cols = start + tl.arange(0, SCORES)
        x = tl.where(cols < K, load_tile(row_ptr, cols, K), -float("inf"))
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak), axis=0)
    place = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = place < K * N
    x = load_tile(row_ptr, place // N, K)
    y = tl.exp(x - peak) / norm
    z = tl.load(z_ptr + row * K * N + place, mask=mask, other=0.0).to(tl.float32)
    y = z * y
    tl.store(y_ptr + row * K * N + place, y, mask=mask)


def softmax_spread_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, K = z.shape[:2]
    N = z.numel() // (M * K)
    y = torch.empty_like(z)
    scores = min(triton.next_power_of_2(K), 1024)
    grid = (M, triton.cdiv(K * N, 1024))
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    softmax_spread_kernel[grid](x, z, y, K, N, SCORES=scores, BLOCK=1024, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
