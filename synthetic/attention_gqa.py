"""Grouped-query attention: q has H heads, k and v only G, and H // G neighbouring query heads share one of them.

One program owns BLOCK_T queries of one query head and walks over the keys of its shared head with the online softmax.
Sharing costs one integer division; k and v are never repeated in memory.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 1, 1, 1, 1, 1), (3, 4, 2, 5, 33, 8, 6), (1, 4, 2, 20, 70, 20, 36)]  # B, H, G, T, S, D, E


def make(B, H, G, T, S, D, E):
    return torch.randn(B, H, T, D), torch.randn(B, G, S, D), torch.randn(B, G, S, E)


def attention_gqa_torch(q, k, v):
    y = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    y = torch.relu(y)
    return y


@triton.jit
def attention_gqa_kernel(q_ptr, k_ptr, v_ptr, y_ptr, SHARE, T, S, D, E, scale,
                         BLOCK_T: tl.constexpr, BLOCK_S: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_E: tl.constexpr):
    tiles = tl.cdiv(T, BLOCK_T)
    pid = tl.program_id(0).to(tl.int64)
    head = pid // tiles
    shared = head // SHARE  # holds across the batch too, since H is a multiple of SHARE
    queries = pid % tiles * BLOCK_T + tl.arange(0, BLOCK_T)
    d = tl.arange(0, BLOCK_D)
    e = tl.arange(0, BLOCK_E)
    q_mask = (queries[:, None] < T) & (d[None, :] < D)
    q = tl.load(q_ptr + (head * T + queries[:, None]) * D + d[None, :], mask=q_mask, other=0.0).to(tl.float32)

    largest = tl.full((BLOCK_T,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BLOCK_T,), dtype=tl.float32)
    y = tl.zeros((BLOCK_T, BLOCK_E), dtype=tl.float32)
    end = S
    for start in range(0, end, BLOCK_S):
        keys = start + tl.arange(0, BLOCK_S)
        k_mask = (keys[:, None] < S) & (d[None, :] < D)
        v_mask = (keys[:, None] < S) & (e[None, :] < E)
        k = tl.load(k_ptr + (shared * S + keys[:, None]) * D + d[None, :], mask=k_mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + (shared * S + keys[:, None]) * E + e[None, :], mask=v_mask, other=0.0).to(tl.float32)
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


def attention_gqa_triton(q, k, v):
    q = q.contiguous()
    k = k.contiguous()
    v = v.contiguous()
    B, H, T, D = q.shape
    G, S, E = v.shape[1:]
    scale = D ** -0.5
    y = torch.empty((B, H, T, E), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 64),)
    attention_gqa_kernel[grid](q, k, v, y, H // G, T, S, D, E, scale,
                               BLOCK_T=64, BLOCK_S=32, BLOCK_D=max(16, triton.next_power_of_2(D)),
                               BLOCK_E=max(16, triton.next_power_of_2(E)), num_warps=4, num_stages=1)
    return y


FAMILY = {
    "attention_gqa_causal": {
        "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, k, v, is_causal=True",
        "end = S": "end = tl.minimum(S, (pid % tiles + 1) * BLOCK_T)",
        "logits = tl.where(keys[None, :] < S, ": "logits = tl.where((keys[None, :] < S) & (keys[None, :] <= queries[:, None]), ",
    },
}
AXES = [
    {
        "scale1": {"enable_gqa=True": "enable_gqa=True, scale=1.0", "scale = D ** -0.5": "scale = 1.0"},
        "scale025": {"enable_gqa=True": "enable_gqa=True, scale=0.25", "scale = D ** -0.5": "scale = 0.25"},
        "scale0125": {"enable_gqa=True": "enable_gqa=True, scale=0.125", "scale = D ** -0.5": "scale = 0.125"},
        "scale01": {"enable_gqa=True": "enable_gqa=True, scale=0.1", "scale = D ** -0.5": "scale = 0.1"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
