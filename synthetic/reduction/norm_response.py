"""Global response normalisation from the norms of channels: y = gamma * (x * n / (mean(n) + eps)) + beta + x,
as ConvNeXt's second version has it.

n, (N, C, 1, 1), is small: every program reads the C norms of its image once more for their mean, which costs
less than another launch. One program owns BLOCK places of one plane.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1, 3), (2, 5, 4, 7), (3, 37, 9, 3)]  # N, C, H, W


def make(N, C, H, W):
    x = torch.randn(N, C, H, W)
    n = torch.rand(N, C, 1, 1) + 0.5
    gamma = torch.randn(1, C, 1, 1)
    beta = torch.randn(1, C, 1, 1)
    return x, n, gamma, beta


def norm_response_torch(x, n, gamma, beta):
    y = x * (n / (n.mean(dim=1, keepdim=True) + 0.000001))
    y = gamma * y + beta
    y = y + x
    y = torch.sigmoid(y)
    return y


@triton.jit
def norm_response_kernel(x_ptr, n_ptr, gamma_ptr, beta_ptr, y_ptr, C, AREA, BLOCK: tl.constexpr, BLOCK_C: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    image, c = plane // C, plane % C
    total = tl.zeros((BLOCK_C,), dtype=tl.float32)
    for start in range(0, C, BLOCK_C):
        channels = start + tl.arange(0, BLOCK_C)
        total += tl.load(n_ptr + image * C + channels, mask=channels < C, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / C
    scale = tl.load(n_ptr + plane).to(tl.float32) / (mean + 0.000001)
    gamma = tl.load(gamma_ptr + c).to(tl.float32)
    beta = tl.load(beta_ptr + c).to(tl.float32)
    places = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = places < AREA
    x = tl.load(x_ptr + plane * AREA + places, mask=mask, other=0.0).to(tl.float32)
    y = x * scale
    y = gamma * y + beta
    y = y + x
    y = tl.sigmoid(y)
    tl.store(y_ptr + plane * AREA + places, y, mask=mask)


def norm_response_triton(x, n, gamma, beta):
    x, n = x.contiguous(), n.contiguous()
    y = torch.empty_like(x)
    images, channels = x.shape[:2]
    area = x.numel() // (images * channels)
    grid = (images * channels, triton.cdiv(area, 1024))
    norm_response_kernel[grid](x, n, gamma, beta, y, channels, area, BLOCK=1024, BLOCK_C=256)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
