"""A tensor with its mean taken off and its deviation divided out along any dimension but the last, in
elementary operations; a weight and a bias.

Seen from that dimension, x is (outer, whole, inner). A program takes BLOCK neighbouring lines of `whole`
numbers and walks along them three times: for the means, for the deviations from them, for the result. No lane
needs another.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(3, 1), (5, 7), (3, 5, 9), (2, 3, 4, 7), (2, 3, 2, 3, 5), (3, 2, 70)]


def make(*shape):
    place = shape[-2:-1] + (1,)
    return torch.randn(shape), torch.randn(place), torch.randn(place)


def written_standardize_torch(x, weight, bias):
    mean = x.mean(dim=-2, keepdim=True)
    deviation = x.std(dim=-2, keepdim=True)
    y = (x - mean) / deviation
    y = y * weight + bias
    y = torch.sigmoid(y)
    return y


@triton.jit
def written_standardize_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, n_lines, whole, inner, BLOCK: tl.constexpr):
    lines = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = lines < n_lines
    offsets = lines // inner * whole * inner + lines % inner
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for place in range(0, whole):
        total += tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
    mean = total / whole
    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        drift += x - mean
        squares += (x - mean) * (x - mean)
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = drift / whole
    rest = tl.maximum(squares - correction * correction * whole, 0.0)
    scale = tl.sqrt(rest / (whole - 1))
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        y = (x - mean - correction) / scale
        weight = tl.load(weight_ptr + place).to(tl.float32)
        bias = tl.load(bias_ptr + place).to(tl.float32)
        y = y * weight + bias
        y = tl.sigmoid(y)
        tl.store(y_ptr + offsets + place * inner, y, mask=mask)


def written_standardize_triton(x, weight, bias):
    x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()
    whole, inner = x.shape[-2], x.stride(-2)
    n_lines = x.numel() // whole
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_lines, 128),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    written_standardize_kernel[grid](x, weight, bias, y, n_lines, whole, inner, BLOCK=128, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
