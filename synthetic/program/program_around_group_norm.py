"""A program, the group norm of its result, and a program of that, of what came before and of tensors that
broadcast.

The channels of a group are neighbours, so a group is one row of n_inner = C / groups * H * W elements. One
program takes one group and reads it three times: for its mean, its variance and the result. An instance norm
has as many groups as channels.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 16, 36, 40)]


def make(N, C, H, W):
    parameters = torch.randn(C), torch.randn(C)
    return torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(N, C, H, W), *parameters


def program_around_group_norm_torch(x, z, w, weight, bias):
    g = x + z
    s = F.group_norm(g, 4, weight, bias, eps=1e-5)
    y = s * x
    y = y + w
    return y


@triton.jit
def program_around_group_norm_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, n_groups, group_channels, plane_size, BLOCK: tl.constexpr):
    group = tl.program_id(0).to(tl.int64)
    n_inner = group_channels * plane_size
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        offsets = group * n_inner + inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + group % n_groups * group_channels + inner // plane_size, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        total += tl.where(mask, g, 0.0)
    mean = tl.sum(total, axis=0) / n_inner

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        offsets = group * n_inner + inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + group % n_groups * group_channels + inner // plane_size, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        deviation = tl.where(mask, g - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_inner
    var = tl.maximum(tl.sum(squares, axis=0) / n_inner - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-5)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        offsets = group * n_inner + inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + group % n_groups * group_channels + inner // plane_size, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        s = (g - mean - correction) * scale
        channel = group % n_groups * group_channels + inner // plane_size
        weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)
        s = s * weight + bias
        y = s * x
        y = y + w
        tl.store(y_ptr + offsets, y, mask=mask)


def program_around_group_norm_triton(x, z, w, weight, bias):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_batch, n_channels = x.shape[:2]
    n_groups, plane_size = 4, x.shape[2:].numel()
    group_channels = n_channels // n_groups
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(group_channels * plane_size), 4096)
    # Fused multiply-adds would round g anew in each reading, and g minus itself would not be 0.
    program_around_group_norm_kernel[(n_batch * n_groups,)](x, z, w, weight, bias, y, n_groups, group_channels, plane_size,
                                                          BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
