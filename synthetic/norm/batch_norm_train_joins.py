"""Batch norm in training and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each channel.

Three launches, since all of a channel must be read before any of it is written: the sums of each block, in
float64; their fold, the mean and the scale of each channel; and the result, where z joins.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 1, 1, 2), (3, 2, 5, 7), (3, 2, 35), (3, 2, 2, 5, 4), (1, 2, 70, 60)]


def make(*shape):
    z = torch.randn(shape)
    s = torch.randn(shape[1], *[1] * (len(shape) - 2))
    return torch.randn(shape), z, s, torch.randn(shape[1]), torch.randn(shape[1])


def batch_norm_train_joins_torch(x, z, s, weight, bias):
    y = F.batch_norm(x, None, None, weight, bias, training=True, eps=1e-5)
    y = torch.sigmoid(y)
    y = y + z
    y = torch.abs(y)
    y = y * s
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, inner, n_inner):
    x = tl.load(x_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    return x


@triton.jit
def batch_norm_train_joins_block_kernel(x_ptr, total_ptr, squares_ptr, channels, n_inner, n_partials, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    plane = (tl.program_id(0) // n_blocks).to(tl.int64)
    block = tl.program_id(0) % n_blocks
    inner = block * BLOCK + tl.arange(0, BLOCK)
    x = tl.where(inner < n_inner, load_tile(x_ptr + plane * n_inner, inner, n_inner), 0.0).to(tl.float64)
    place = plane % channels * n_partials + plane // channels * n_blocks + block
    tl.store(total_ptr + place, tl.sum(x, axis=0))
    tl.store(squares_ptr + place, tl.sum(x * x, axis=0))


@triton.jit
def load_sum(partial_ptr, n_partials, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    return tl.sum(total, axis=0)


@triton.jit
def batch_norm_train_joins_statistics_kernel(total_ptr, squares_ptr, mean_ptr, scale_ptr, n_partials, count, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    mean = load_sum(total_ptr + channel * n_partials, n_partials, BLOCK) / count
    var = tl.maximum(load_sum(squares_ptr + channel * n_partials, n_partials, BLOCK) / count - mean * mean, 0.0).to(tl.float32)
    tl.store(mean_ptr + channel, mean.to(tl.float32))
    tl.store(scale_ptr + channel, tl.rsqrt(var + 1e-5))


@triton.jit
def batch_norm_train_joins_kernel(x_ptr, z_ptr, s_ptr, mean_ptr, scale_ptr, weight_ptr, bias_ptr, y_ptr, channels, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    plane = (tl.program_id(0) // n_blocks).to(tl.int64)
    channel = plane % channels
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    x = load_tile(x_ptr + plane * n_inner, inner, n_inner)
    y = (x - tl.load(mean_ptr + channel)) * tl.load(scale_ptr + channel)
    weight = tl.load(weight_ptr + channel).to(tl.float32)
    bias = tl.load(bias_ptr + channel).to(tl.float32)
    y = y * weight + bias
    z = tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    y = tl.sigmoid(y)
    y = z + y
    s = tl.load(s_ptr + channel).to(tl.float32)
    y = tl.abs(y)
    y = y * s
    y = 0.5 * y
    tl.store(y_ptr + plane * n_inner + inner, y, mask=inner < n_inner)


def batch_norm_train_joins_triton(x, z, s, weight, bias):
    x, z = x.contiguous(), z.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner = x.numel() // (n_batch * channels)
    block = min(triton.next_power_of_2(n_inner), 4096)
    n_blocks = triton.cdiv(n_inner, block)
    grid = (n_batch * channels * n_blocks,)
    n_partials = n_batch * n_blocks
    total = torch.empty((channels, n_partials), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    mean = torch.empty(channels, dtype=torch.float32, device=x.device)
    scale = torch.empty_like(mean)
    y = torch.empty_like(x)
    batch_norm_train_joins_block_kernel[grid](x, total, squares, channels, n_inner, n_partials, BLOCK=block)
    batch_norm_train_joins_statistics_kernel[(channels,)](total, squares, mean, scale, n_partials, n_batch * n_inner, BLOCK=512)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    batch_norm_train_joins_kernel[grid](x, z, s, mean, scale, weight, bias, y, channels, n_inner, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
