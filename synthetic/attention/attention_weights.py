"""Attention weights, y = softmax(f(q @ k.T * c)) for q (..., T, D) and k (..., S, D), without the product
with v.

One program owns BLOCK_T rows of one head. It walks over the keys twice: first to learn the largest logit and
the sum of each row, online, then to make the same logits again and write them normalised. A second small
product is cheaper than a row of logits in memory, and S may be any length.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (3, 5, 33, 8), (2, 40, 70, 20)]  # B, T, S, D


def make(B, T, S, D):
    return torch.randn(B, T, D), torch.randn(B, S, D)


def attention_weights_torch(q, k):
    s = q @ k.transpose(-2, -1) * 0.125
    s = torch.relu(s)
    y = torch.softmax(s, dim=-1)
    return y


@triton.jit
def logits_tile(q, k_ptr, keys, d, S, D):
    mask = (keys[:, None] < S) & (d[None, :] < D)
    k = tl.load(k_ptr + keys[:, None] * D + d[None, :], mask=mask, other=0.0).to(tl.float32)
    s = tl.dot(q, tl.trans(k), input_precision="tf32x3") * 0.125
    s = tl.maximum(s, 0.0)
    return tl.where(keys[None, :] < S, s, float("-inf"))


@triton.jit
def attention_weights_kernel(q_ptr, k_ptr, y_ptr, T, S, D, BLOCK_T: tl.constexpr, BLOCK_S: tl.constexpr,
                             BLOCK_D: tl.constexpr):
    tiles = tl.cdiv(T, BLOCK_T)
    pid = tl.program_id(0).to(tl.int64)
    head = pid // tiles
    queries = pid % tiles * BLOCK_T + tl.arange(0, BLOCK_T)
    d = tl.arange(0, BLOCK_D)
    q_mask = (queries[:, None] < T) & (d[None, :] < D)
    q = tl.load(q_ptr + (head * T + queries[:, None]) * D + d[None, :], mask=q_mask, other=0.0).to(tl.float32)
    k_ptr += head * S * D

    largest = tl.full((BLOCK_T,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BLOCK_T,), dtype=tl.float32)
    for start in range(0, S, BLOCK_S):
        s = logits_tile(q, k_ptr, start + tl.arange(0, BLOCK_S), d, S, D)
        new_largest = tl.maximum(largest, tl.max(s, axis=1))
        total = total * tl.exp(largest - new_largest) + tl.sum(tl.exp(s - new_largest[:, None]), axis=1)
        largest = new_largest
    for start in range(0, S, BLOCK_S):
        keys = start + tl.arange(0, BLOCK_S)
        s = logits_tile(q, k_ptr, keys, d, S, D)
        y = tl.exp(s - largest[:, None]) / total[:, None]
        y_mask = (queries[:, None] < T) & (keys[None, :] < S)
        tl.store(y_ptr + (head * T + queries[:, None]) * S + keys[None, :], y, mask=y_mask)


def attention_weights_triton(q, k):
    q = q.contiguous()
    k = k.contiguous()
    T, D = q.shape[-2], q.shape[-1]
    S = k.shape[-2]
    heads = q.numel() // (T * D)
    y = torch.empty(q.shape[:-1] + (S,), device=q.device, dtype=q.dtype)
    grid = (heads * triton.cdiv(T, 64),)
    attention_weights_kernel[grid](q, k, y, T, S, D, BLOCK_T=64, BLOCK_S=32, BLOCK_D=max(16, triton.next_power_of_2(D)),
                                   num_warps=4, num_stages=1)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
