"""Planes over a size of their own and two parameters a channel, y = max(x / sqrt(mean(x**2)) * z, w): filter
response norm and its kin.

One program takes one plane of one sample and reads it twice: for its size, and for the result, which the two
numbers of its channel join.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 2, 4, 13), (1, 2, 70, 60)]  # N, C, H, W


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)


def plane_scale_joins_torch(x, z, w):
    size = torch.mean(x ** 2, dim=(2, 3), keepdim=True)
    y = x / torch.sqrt(size + 1e-6)
    y = y * z + w
    y = torch.relu(y)
    return y


@triton.jit
def plane_scale_joins_kernel(x_ptr, z_ptr, w_ptr, y_ptr, channels, n_inner, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    x_ptr += plane * n_inner
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
        lanes += x * x
    scale = tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        x = tl.load(x_ptr + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + plane % channels).to(tl.float32)
        w = tl.load(w_ptr + plane % channels).to(tl.float32)
        y = x / scale
        y = w + y * z
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + plane * n_inner + inner, y, mask=mask)


def plane_scale_joins_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner = x.numel() // (n_batch * channels)
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_inner), 8192)
    # Fused multiply-adds would round the square of x otherwise than x, and a number over its own size would not be 1.
    plane_scale_joins_kernel[(n_batch * channels,)](x, z, w, y, channels, n_inner, BLOCK=block, num_warps=max(block // 512, 4), enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
