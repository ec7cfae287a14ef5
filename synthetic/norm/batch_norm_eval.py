"""Batch norm at inference, y = (x - mean[c]) / sqrt(var[c] + eps) * weight[c] + bias[c], with running
statistics.

Nothing is reduced: the statistics are given, one of each per channel. One program takes a tile of one image's
channel, so that the four numbers are loaded once for BLOCK elements.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (3, 2, 35), (3, 2, 4, 5, 7), (2, 2, 40, 30)]


def make(*shape):
    channels = shape[1]
    return torch.randn(shape), torch.randn(channels), torch.randn(channels), torch.randn(channels), torch.rand(channels) + 0.5


def batch_norm_eval_torch(x, weight, bias, mean, var):
    x = torch.relu(x)
    y = F.batch_norm(x, mean, var, weight, bias, training=False, eps=1e-5)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def batch_norm_eval_kernel(x_ptr, mean_ptr, var_ptr, weight_ptr, bias_ptr, y_ptr, channels, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    plane = (tl.program_id(0) // n_blocks).to(tl.int64)
    channel = plane % channels
    mean = tl.load(mean_ptr + channel).to(tl.float32)
    var = tl.load(var_ptr + channel).to(tl.float32)
    weight = tl.load(weight_ptr + channel).to(tl.float32)
    bias = tl.load(bias_ptr + channel).to(tl.float32)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    x = tl.load(x_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = (x - mean) * tl.rsqrt(var + 1e-5)
    y = y * weight + bias
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + plane * n_inner + inner, y, mask=mask)


def batch_norm_eval_triton(x, weight, bias, mean, var):
    x = x.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner = x.numel() // (n_batch * channels)
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_inner), 1024)
    grid = (n_batch * channels * triton.cdiv(n_inner, block),)
    batch_norm_eval_kernel[grid](x, mean, var, weight, bias, y, channels, n_inner, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
