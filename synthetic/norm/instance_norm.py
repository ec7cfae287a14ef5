"""Instance norm, y = (x - mean[b, c]) / sqrt(var[b, c] + eps) * weight[c] + bias[c], statistics of each
plane.

The plane of one image's channel is a row of n_inner = H * W elements. One program takes one plane and reads
it three times: for the mean, for the squares of the deviations, for the result. After the first time it lies
in the cache.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (3, 2, 5, 7), (3, 2, 35), (3, 2, 2, 5, 4), (1, 2, 70, 60)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])


def instance_norm_torch(x, weight, bias):
    x = torch.relu(x)
    y = F.instance_norm(x, weight=weight, bias=bias, eps=1e-5)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, inner, n_inner):
    x = tl.load(x_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def instance_norm_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, channels, n_inner, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + plane * n_inner
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        total += tl.where(inner < n_inner, load_tile(row_ptr, inner, n_inner), 0.0)
    mean = tl.sum(total, axis=0) / n_inner

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        deviation = tl.where(inner < n_inner, load_tile(row_ptr, inner, n_inner) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_inner
    var = tl.maximum(tl.sum(squares, axis=0) / n_inner - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-5)
    weight = tl.load(weight_ptr + plane % channels).to(tl.float32)
    bias = tl.load(bias_ptr + plane % channels).to(tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        y = (load_tile(row_ptr, inner, n_inner) - mean - correction) * scale
        y = y * weight + bias
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + plane * n_inner + inner, y, mask=inner < n_inner)


def instance_norm_triton(x, weight, bias):
    x = x.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner = x.numel() // (n_batch * channels)
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_inner), 8192)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    instance_norm_kernel[(n_batch * channels,)](x, weight, bias, y, channels, n_inner, BLOCK=block, num_warps=max(block // 512, 4), enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
