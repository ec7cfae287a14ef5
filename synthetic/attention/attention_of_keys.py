"""Attention whose keys are a program of two tensors that broadcast, y = f(attention(q, g(k, z), v)) + r.

k and z are seen as one shape with two leading dimensions: along a dimension that one of them lacks, its
stride is 0, and the same number is read again. One program owns 64 queries of one head and walks over the
keys with the online softmax; it computes g where it reads k.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((1, 1), 1, 2, 1, 1), ((2, 3), 5, 33, 8, 6), ((3,), 20, 7, 12, 10), ((1, 2), 40, 70, 20, 36)]  # leading dimensions, T, S, D, E


def make(batch, T, S, D, E):
    shape = (*batch, S, D)
    k = torch.randn(shape)
    z = torch.randn(shape[:-1])
    q, v = torch.randn(*batch, T, D), torch.randn(*batch, S, E)
    r = torch.randn(*batch, T, E)
    return q, k, v, z, r


def attention_of_keys_torch(q, k, v, z, r):
    z = z[..., None]
    k = torch.maximum(k, z)
    y = F.scaled_dot_product_attention(q, k, v, is_causal=False)
    y = torch.sigmoid(y)
    y = y + r
    return y


@triton.jit
def attention_of_keys_kernel(q_ptr, k_ptr, v_ptr, z_ptr, r_ptr, y_ptr, H, T, S, D, E, scale, stride_kb, stride_kh, stride_ks, stride_kd,
                             stride_zb, stride_zh, stride_zs, stride_zd,
                             BLOCK_T: tl.constexpr, BLOCK_S: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_E: tl.constexpr):
    tiles = tl.cdiv(T, BLOCK_T)
    pid = tl.program_id(0).to(tl.int64)
    head = pid // tiles
    k_ptr += head // H * stride_kb + head % H * stride_kh
    z_ptr += head // H * stride_zb + head % H * stride_zh
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
        k = tl.load(k_ptr + keys[:, None] * stride_ks + d[None, :] * stride_kd, mask=k_mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + keys[:, None] * stride_zs + d[None, :] * stride_zd, mask=k_mask, other=0.0).to(tl.float32)
        k = tl.maximum(k, z)
        k = tl.where(k_mask, k, 0.0)  # what lies outside need not be a number here
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
    y = tl.sigmoid(y)
    y_mask = (queries[:, None] < T) & (e[None, :] < E)
    y_places = (head * T + queries[:, None]) * E + e[None, :]
    r = tl.load(r_ptr + y_places, mask=y_mask, other=0.0).to(tl.float32)
    y = y + r
    tl.store(y_ptr + y_places, y, mask=y_mask)


def attention_of_keys_triton(q, k, v, z, r):
    z = z[..., None]
    shape = torch.broadcast_shapes(k.shape, z.shape)
    B, H, S, D = (1, 1, *shape)[-4:]
    T, E = q.shape[-2], v.shape[-1]
    k, z = k.expand(B, H, S, D), z.expand(B, H, S, D)
    q, v = q.contiguous(), v.contiguous()
    r = r.contiguous()
    scale = D ** -0.5
    y = torch.empty((*shape[:-2], T, E), dtype=q.dtype, device=q.device)
    attention_of_keys_kernel[(B * H * triton.cdiv(T, 64),)](q, k, v, z, r, y, H, T, S, D, E, scale, *k.stride(), *z.stride(),
                                                            BLOCK_T=64, BLOCK_S=32, BLOCK_D=max(16, triton.next_power_of_2(D)),
                                                            BLOCK_E=max(16, triton.next_power_of_2(E)), num_warps=4, num_stages=1)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
