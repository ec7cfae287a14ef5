"""A program, the softmax of its result over the last but two dimension, and a program of that, of what came
before and of tensors that broadcast.

Neighbouring lanes take neighbouring columns, so what they read lies together; each walks its column twice:
for its largest element and the sum at once, and for the result.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 2, 3), (2, 3, 4, 7), (3, 2, 5, 11)]


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(W), torch.randn(N, C, H, W)


def program_around_channel_softmax_torch(x, z, w):
    g = x + z
    s = F.softmax(g, dim=-3)
    y = s * x
    y = y + w
    return y


@triton.jit
def program_around_channel_softmax_kernel(x_ptr, z_ptr, w_ptr, y_ptr, C, H, W, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    start = (tl.program_id(0) // n_blocks).to(tl.int64) * n_mid * n_inner + inner
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    norm = tl.zeros([BLOCK], dtype=tl.float32)
    for mid in range(0, n_mid):
        offsets = start + mid * n_inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + offsets % W, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        larger = tl.maximum(largest, g)
        norm = norm * tl.exp(largest - larger) + tl.exp(g - larger)
        largest = larger
    for mid in range(0, n_mid):
        offsets = start + mid * n_inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + offsets % W, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        s = tl.exp(g - largest) / norm
        y = s * x
        y = y + w
        tl.store(y_ptr + offsets, y, mask=mask)


def program_around_channel_softmax_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_mid, n_inner = x.shape[-3], x.shape[-2:].numel()
    C, H, W = x.shape[1:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = torch.empty_like(x)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    # Fused multiply-adds would round g anew in each reading, and g minus itself would not be 0.
    program_around_channel_softmax_kernel[grid](x, z, w, y, C, H, W, n_mid, n_inner, BLOCK=128, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
