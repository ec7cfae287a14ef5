"""Attention written out, y = softmax(f(q @ k.T * c)) @ v, with any function f of the logits.

What follows q @ k.T is pointwise, so f runs on each tile of logits as it is made, before the online softmax sees it:
the T x S matrices of the formula never exist. One program owns BLOCK_T queries of one head.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1, 1), (2, 3, 5, 33, 8, 6), (1, 2, 40, 70, 20, 36)]  # B, H, T, S, D, E


def make(B, H, T, S, D, E):
    return torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)


def attention_written_torch(q, k, v):
    s = q @ k.transpose(-2, -1) * 0.125
    s = torch.relu(s)
    y = torch.softmax(s, dim=-1) @ v
    y = torch.sigmoid(y)
    return y


@triton.jit
def attention_written_kernel(q_ptr, k_ptr, v_ptr, y_ptr, T, S, D, E,
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
    end = S
    for start in range(0, end, BLOCK_S):
        keys = start + tl.arange(0, BLOCK_S)
        k_mask = (keys[:, None] < S) & (d[None, :] < D)
        v_mask = (keys[:, None] < S) & (e[None, :] < E)
        k = tl.load(k_ptr + (head * S + keys[:, None]) * D + d[None, :], mask=k_mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + (head * S + keys[:, None]) * E + e[None, :], mask=v_mask, other=0.0).to(tl.float32)
        s = tl.dot(q, tl.trans(k), input_precision="tf32x3") * 0.125
        s = tl.maximum(s, 0.0)
        s = tl.where(keys[None, :] < S, s, float("-inf"))
        new_largest = tl.maximum(largest, tl.max(s, axis=1))
        weights = tl.exp(s - new_largest[:, None])
        shrink = tl.exp(largest - new_largest)
        total = total * shrink + tl.sum(weights, axis=1)
        y = y * shrink[:, None] + tl.dot(weights, v, input_precision="tf32x3")
        largest = new_largest
    y = y / total[:, None]
    y = tl.sigmoid(y)
    y_mask = (queries[:, None] < T) & (e[None, :] < E)
    tl.store(y_ptr + (head * T + queries[:, None]) * E + e[None, :], y, mask=y_mask)


def attention_written_triton(q, k, v):
    q = q.contiguous()
    k = k.contiguous()
    v = v.contiguous()
    T, D = q.shape[-2:]
    S, E = v.shape[-2:]
    heads = q.numel() // (T * D)
    y = torch.empty(q.shape[:-1] + (E,), device=q.device, dtype=q.dtype)
    grid = (heads * triton.cdiv(T, 64),)
    attention_written_kernel[grid](q, k, v, y, T, S, D, E, BLOCK_T=64, BLOCK_S=32,
                                   BLOCK_D=max(16, triton.next_power_of_2(D)),
                                   BLOCK_E=max(16, triton.next_power_of_2(E)), num_warps=4, num_stages=1)
    return y


FAMILY = {
    "attention_written_causal": {
        "torch.softmax(s, dim=-1)": 'torch.softmax(s.masked_fill(torch.ones_like(s).tril() == 0, float("-inf")), dim=-1)',
        "end = S": "end = tl.minimum(S, (pid % tiles + 1) * BLOCK_T)",
        "keys[None, :] < S, s": "(keys[None, :] < S) & (keys[None, :] <= queries[:, None]), s",
    },
}
AXES = [
    {
        "scale1": {"s = q @ k.transpose(-2, -1) * 0.125": "s = q @ k.transpose(-2, -1)",
                   's = tl.dot(q, tl.trans(k), input_precision="tf32x3") * 0.125': 's = tl.dot(q, tl.trans(k), input_precision="tf32x3")'},
        "scale05": {"* 0.125": "* 0.5"},
        "scale025": {"* 0.125": "* 0.25"},
        "scale01": {"* 0.125": "* 0.1"},
        "scale02": {"* 0.125": "* 0.2"},
        "scale_8": {"* 0.125": "/ 8.0"},
        "scale_3": {"* 0.125": "/ 3.0"},
    },
    {
        "flat": {
            "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                "torch.randn(B * H, T, D), torch.randn(B * H, S, D), torch.randn(B * H, S, E)",
        },
        "same_width": {
            "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                "torch.randn(B, H, T, D), torch.randn(B, H, T, D), torch.randn(B, H, T, D)",
        },
    },
    ("UNARY", "s = torch.relu(s)", "s = tl.maximum(s, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
