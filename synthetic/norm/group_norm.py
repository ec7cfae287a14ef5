"""Group norm: the channels of an image fall into groups, and each group is normalised by its own mean and
variance.

The channels of a group are neighbours, so a group is one row of n_inner = C / groups * H * W elements. One
program takes one group and reads it three times; weight and bias belong to channels, and an element's channel
follows from its place in the group.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 8, 35), (2, 8, 2, 5, 3), (3, 16), (1, 16, 36, 40)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])


def group_norm_torch(x, weight, bias):
    x = torch.relu(x)
    y = F.group_norm(x, 4, weight, bias, eps=1e-5)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, inner, n_inner):
    x = tl.load(x_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def group_norm_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, groups, group_channels, plane_size, BLOCK: tl.constexpr):
    group = tl.program_id(0).to(tl.int64)
    n_inner = group_channels * plane_size
    row_ptr = x_ptr + group * n_inner
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
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        channel = (group % groups) * group_channels + inner // plane_size
        y = (load_tile(row_ptr, inner, n_inner) - mean - correction) * scale
        weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + group * n_inner + inner, y, mask=mask)


def group_norm_triton(x, weight, bias):
    x = x.contiguous()
    n_batch, channels = x.shape[:2]
    groups, plane_size = 4, x.numel() // (n_batch * channels)
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(channels // groups * plane_size), 8192)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    group_norm_kernel[(n_batch * groups,)](x, weight, bias, y, groups, channels // groups, plane_size, BLOCK=block, num_warps=max(block // 512, 4), enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
