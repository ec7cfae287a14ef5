"""Attention with a mask, y = softmax(q @ k.T * scale + mask) @ v: the mask is True where a query may look, or a bias.

One program owns BLOCK_T queries of one head and walks over the S keys with the online softmax, reading a tile of the
mask beside each tile of keys. A query may find nothing to look at in a tile; while its largest logit is still -inf, 0
stands in for it, because -inf - -inf is no number. A query that may look nowhere answers 0.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1, 1), (2, 3, 5, 33, 8, 6), (1, 2, 40, 70, 20, 36)]  # B, H, T, S, D, E


def make(B, H, T, S, D, E):
    shape = (T, S)
    mask = torch.randn(shape) < 0.5
    return torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E), mask


def attention_masked_torch(q, k, v, mask):
    y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    y = torch.relu(y)
    return y


@triton.jit
def attention_masked_kernel(q_ptr, k_ptr, v_ptr, mask_ptr, y_ptr, H, T, S, D, E, scale,
                            stride_mb, stride_mh, stride_mt, stride_ms,
                            BLOCK_T: tl.constexpr, BLOCK_S: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_E: tl.constexpr):
    tiles = tl.cdiv(T, BLOCK_T)
    pid = tl.program_id(0).to(tl.int64)
    head = pid // tiles
    queries = pid % tiles * BLOCK_T + tl.arange(0, BLOCK_T)
    d = tl.arange(0, BLOCK_D)
    e = tl.arange(0, BLOCK_E)
    q_mask = (queries[:, None] < T) & (d[None, :] < D)
    q = tl.load(q_ptr + (head * T + queries[:, None]) * D + d[None, :], mask=q_mask, other=0.0).to(tl.float32)
    mask_ptrs = mask_ptr + head // H * stride_mb + head % H * stride_mh + queries[:, None] * stride_mt

    largest = tl.full((BLOCK_T,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BLOCK_T,), dtype=tl.float32)
    y = tl.zeros((BLOCK_T, BLOCK_E), dtype=tl.float32)
    for start in range(0, S, BLOCK_S):
        keys = start + tl.arange(0, BLOCK_S).to(tl.int64)
        k_mask = (keys[:, None] < S) & (d[None, :] < D)
        v_mask = (keys[:, None] < S) & (e[None, :] < E)
        k = tl.load(k_ptr + (head * S + keys[:, None]) * D + d[None, :], mask=k_mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + (head * S + keys[:, None]) * E + e[None, :], mask=v_mask, other=0.0).to(tl.float32)
        logits = tl.dot(q, tl.trans(k), input_precision="tf32x3") * scale
        inside = (queries[:, None] < T) & (keys[None, :] < S)
        allowed = tl.load(mask_ptrs + keys[None, :] * stride_ms, mask=inside, other=0)
        logits = tl.where(allowed != 0, logits, float("-inf"))
        new_largest = tl.maximum(largest, tl.max(logits, axis=1))
        reference = tl.where(new_largest == float("-inf"), 0.0, new_largest)
        weights = tl.exp(logits - reference[:, None])
        shrink = tl.exp(largest - reference)
        total = total * shrink + tl.sum(weights, axis=1)
        y = y * shrink[:, None] + tl.dot(weights, v, input_precision="tf32x3")
        largest = new_largest
    y = y / tl.where(total == 0.0, 1.0, total)[:, None]
    y = tl.maximum(y, 0.0)
    y_mask = (queries[:, None] < T) & (e[None, :] < E)
    tl.store(y_ptr + (head * T + queries[:, None]) * E + e[None, :], y, mask=y_mask)


def attention_masked_triton(q, k, v, mask):
    q = q.contiguous()
    k = k.contiguous()
    v = v.contiguous()
    B, H, T, D = q.shape
    S, E = v.shape[2], v.shape[3]
    scale = D ** -0.5
    stride_mb, stride_mh, stride_mt, stride_ms = 0, 0, mask.stride(0), mask.stride(1)
    y = torch.empty((B, H, T, E), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 64),)
    attention_masked_kernel[grid](q, k, v, mask, y, H, T, S, D, E, scale, stride_mb, stride_mh, stride_mt, stride_ms,
                                  BLOCK_T=64, BLOCK_S=32, BLOCK_D=max(16, triton.next_power_of_2(D)),
                                  BLOCK_E=max(16, triton.next_power_of_2(E)), num_warps=4, num_stages=1)
    return y


FAMILY = {
    "attention_bias": {
        "mask = torch.randn(shape) < 0.5": "mask = torch.randn(shape)",
        "allowed = tl.load(mask_ptrs + keys[None, :] * stride_ms, mask=inside, other=0)":
            "bias = tl.load(mask_ptrs + keys[None, :] * stride_ms, mask=inside, other=0.0).to(tl.float32)",
        "logits = tl.where(allowed != 0, logits, float(\"-inf\"))": "logits = tl.where(inside, logits + bias, float(\"-inf\"))",
    },
}
AXES = [
    {
        "heads": {"shape = (T, S)": "shape = (H, T, S)",
                  "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, mask.stride(0), mask.stride(1), mask.stride(2)"},
        "samples": {"shape = (T, S)": "shape = (B, 1, T, S)",
                    "= 0, 0, mask.stride(0), mask.stride(1)": "= mask.stride(0), 0, mask.stride(2), mask.stride(3)"},
        "padding": {"shape = (T, S)": "shape = (B, 1, 1, S)",
                    "= 0, 0, mask.stride(0), mask.stride(1)": "= mask.stride(0), 0, 0, mask.stride(3)"},
        "one": {"shape = (T, S)": "shape = (1, 1, T, S)",
                "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, 0, mask.stride(2), mask.stride(3)"},
        "one_padding": {"shape = (T, S)": "shape = (1, 1, 1, S)",
                        "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, 0, 0, mask.stride(3)"},
        "all_samples": {"shape = (T, S)": "shape = (1, H, T, S)",
                        "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, mask.stride(1), mask.stride(2), mask.stride(3)"},
        "sample_heads": {"shape = (T, S)": "shape = (B, H, 1, S)",
                         "= 0, 0, mask.stride(0), mask.stride(1)": "= mask.stride(0), mask.stride(1), 0, mask.stride(3)"},
        "queries": {"shape = (T, S)": "shape = (T, 1)", "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, 0, mask.stride(0), 0"},
        "flat": {
            "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                "torch.randn(H, T, D), torch.randn(H, S, D), torch.randn(H, S, E)",
            "B, H, T, D = q.shape": "H, T, D = q.shape",
            "S, E = v.shape[2], v.shape[3]": "S, E = v.shape[1], v.shape[2]",
            "(B, H, T, E)": "(H, T, E)",
            "grid = (B * H * triton": "grid = (H * triton",
        },
        "flat_each": {
            "shape = (T, S)": "shape = (H, T, S)",
            "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, mask.stride(0), mask.stride(1), mask.stride(2)",
            "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                "torch.randn(H, T, D), torch.randn(H, S, D), torch.randn(H, S, E)",
            "B, H, T, D = q.shape": "H, T, D = q.shape",
            "S, E = v.shape[2], v.shape[3]": "S, E = v.shape[1], v.shape[2]",
            "(B, H, T, E)": "(H, T, E)",
            "grid = (B * H * triton": "grid = (H * triton",
        },
        "flat_padding": {
            "shape = (T, S)": "shape = (H, 1, S)",
            "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, mask.stride(0), 0, mask.stride(2)",
            "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                "torch.randn(H, T, D), torch.randn(H, S, D), torch.randn(H, S, E)",
            "B, H, T, D = q.shape": "H, T, D = q.shape",
            "S, E = v.shape[2], v.shape[3]": "S, E = v.shape[1], v.shape[2]",
            "(B, H, T, E)": "(H, T, E)",
            "grid = (B * H * triton": "grid = (H * triton",
        },
        "full": {"shape = (T, S)": "shape = (B, H, T, S)", "= 0, 0, mask.stride(0), mask.stride(1)": "= mask.stride()"},
    },
    {
        "scale1": {"attn_mask=mask": "attn_mask=mask, scale=1.0", "scale = D ** -0.5": "scale = 1.0"},
        "scale025": {"attn_mask=mask": "attn_mask=mask, scale=0.25", "scale = D ** -0.5": "scale = 0.25"},
        "scale0125": {"attn_mask=mask": "attn_mask=mask, scale=0.125", "scale = D ** -0.5": "scale = 0.125"},
        "scale01": {"attn_mask=mask": "attn_mask=mask, scale=0.1", "scale = D ** -0.5": "scale = 0.1"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
