"""Attention, y = softmax(q @ k.T * scale) @ v for q (..., T, D), k (..., S, D) and v (..., S, E), each head
on its own.

One program owns BLOCK_T queries of one head and walks over the S keys with the online softmax: it keeps the
largest logit so far, the sum of exp(logit - largest) and the weighted sum of v, and rescales both sums when a
tile of keys brings a larger logit. The T x S weights never exist. D and E are padded with zeros to powers of
two.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1, 1), (2, 3, 5, 33, 8, 6), (1, 2, 40, 70, 20, 36)]  # B, H, T, S, D, E


def make(B, H, T, S, D, E):
    return torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)


def attention_torch(q, k, v):
    y = F.scaled_dot_product_attention(q, k, v, is_causal=False)
    y = torch.relu(y)
    return y


@triton.jit
def attention_kernel(q_ptr, k_ptr, v_ptr, y_ptr, T, S, D, E, scale,
                     BLOCK_T: tl.constexpr, BLOCK_S: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_E: tl.constexpr):
    tiles = tl.cdiv(T, BLOCK_T)
    pid = tl.program_id(0).to(tl.int64)
    head = pid // tiles
    queries = pid % tiles * BLOCK_T + tl.arange(0, BLOCK_T)
    d = tl.arange(0, BLOCK_D)
    e = tl.arange(0, BLOCK_E)
    q_mask = (queries[:, None] < T) & (d[None, :] < D)
    q = tl.load(q_ptr + (head * T + queries[:, None]) * D + d[None, :], mask=q_mask, other=0.0).to(tl.float32)

    largest = tl.full((BLOCK_T,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BLOCK_T,), dtype=tl.float32)
    y = tl.zeros((BLOCK_T, BLOCK_E), dtype=tl.float32)
    for start in range(0, S, BLOCK_S):
        keys = start + tl.arange(0, BLOCK_S)
        k_mask = (keys[:, None] < S) & (d[None, :] < D)
        v_mask = (keys[:, None] < S) & (e[None, :] < E)
        k = tl.load(k_ptr + (head * S + keys[:, None]) * D + d[None, :], mask=k_mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + (head * S + keys[:, None]) * E + e[None, :], mask=v_mask, other=0.0).to(tl.float32)
        logits = tl.dot(q, tl.trans(k), input_precision="tf32x3") * scale
        logits = tl.where(keys[None, :] < S, logits, float("-inf"))
        new_largest = tl.maximum(largest, tl.max(logits, axis=1))
        weights = tl.exp(logits - new_largest[:, None])
        shrink = tl.exp(largest - new_largest)
        total = total * shrink + tl.sum(weights, axis=1)
        y = y * shrink[:, None] + tl.dot(weights, v, input_precision="tf32x3")
        largest = new_largest
    y = y / total[:, None]
    y = tl.maximum(y, 0.0)
    y_mask = (queries[:, None] < T) & (e[None, :] < E)
    tl.store(y_ptr + (head * T + queries[:, None]) * E + e[None, :], y, mask=y_mask)


def attention_triton(q, k, v):
    q = q.contiguous()
    k = k.contiguous()
    v = v.contiguous()
    T, D = q.shape[-2:]
    S, E = v.shape[-2:]
    scale = D ** -0.5
    heads = q.numel() // (T * D)
    y = torch.empty(q.shape[:-1] + (E,), device=q.device, dtype=q.dtype)
    grid = (heads * triton.cdiv(T, 64),)
    attention_kernel[grid](q, k, v, y, T, S, D, E, scale, BLOCK_T=64, BLOCK_S=32,
                           BLOCK_D=max(16, triton.next_power_of_2(D)), BLOCK_E=max(16, triton.next_power_of_2(E)),
                           num_warps=4, num_stages=1)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
