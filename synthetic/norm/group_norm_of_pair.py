"""Group norm of a program of two tensors that broadcast, y = f(group_norm(g(x, z), weight, bias)).

One program takes one group and computes g three times: for the mean, for the squares of the deviations, for
the result. Seen with three dimensions behind the channels, D, H and W, x and z are one shape: along a
dimension that one of them lacks, its stride is 0, and the same number is read again. So one kernel is every
form of broadcasting.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (3, 8, 35), (2, 8, 4, 5, 3), (3, 16, 4, 9)]


def make(*shape):
    x = torch.randn(shape)
    z = torch.randn(shape[1])
    weight, bias = torch.randn(shape[1]), torch.randn(shape[1])
    return x, z, weight, bias


def group_norm_of_pair_torch(x, z, weight, bias):
    z = z.view(1, -1, *[1] * (x.dim() - 2))
    x = torch.maximum(x, z)
    y = F.group_norm(x, 4, weight, bias, eps=1e-5)
    y = torch.sigmoid(y)
    return y


@triton.jit
def load_tile(x_ptr, z_ptr, inner, n_inner, D, H, W, stride_xc, stride_xd, stride_xh, stride_xw,
              stride_zc, stride_zd, stride_zh, stride_zw):
    c, d, h, w = inner // (D * H * W), inner // (H * W) % D, inner // W % H, inner % W
    x_places = c * stride_xc + d * stride_xd + h * stride_xh + w * stride_xw
    z_places = c * stride_zc + d * stride_zd + h * stride_zh + w * stride_zw
    x = tl.load(x_ptr + x_places, mask=inner < n_inner, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + z_places, mask=inner < n_inner, other=0.0).to(tl.float32)
    x = tl.maximum(x, z)
    return x


@triton.jit
def group_norm_of_pair_kernel(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr, groups, group_channels, D, H, W,
                              stride_xn, stride_xc, stride_xd, stride_xh, stride_xw,
                              stride_zn, stride_zc, stride_zd, stride_zh, stride_zw, BLOCK: tl.constexpr):
    group = tl.program_id(0).to(tl.int64)
    n_inner = group_channels * D * H * W
    image, channel = group // groups, group % groups * group_channels
    x_ptr += image * stride_xn + channel * stride_xc
    z_ptr += image * stride_zn + channel * stride_zc
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        x = load_tile(x_ptr, z_ptr, inner, n_inner, D, H, W, stride_xc, stride_xd, stride_xh, stride_xw,
                      stride_zc, stride_zd, stride_zh, stride_zw)
        total += tl.where(inner < n_inner, x, 0.0)
    mean = tl.sum(total, axis=0) / n_inner

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        x = load_tile(x_ptr, z_ptr, inner, n_inner, D, H, W, stride_xc, stride_xd, stride_xh, stride_xw,
                      stride_zc, stride_zd, stride_zh, stride_zw)
        deviation = tl.where(inner < n_inner, x - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_inner
    var = tl.maximum(tl.sum(squares, axis=0) / n_inner - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-5)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        x = load_tile(x_ptr, z_ptr, inner, n_inner, D, H, W, stride_xc, stride_xd, stride_xh, stride_xw,
                      stride_zc, stride_zd, stride_zh, stride_zw)
        y = (x - mean - correction) * scale
        channels = channel + inner // (D * H * W)
        weight = tl.load(weight_ptr + channels, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + channels, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        y = tl.sigmoid(y)
        tl.store(y_ptr + group * n_inner + inner, y, mask=mask)


def group_norm_of_pair_triton(x, z, weight, bias):
    z = z.view(1, -1, *[1] * (x.dim() - 2))
    shape = torch.broadcast_shapes(x.shape, z.shape)
    N, C, D, H, W = (*shape[:2], *[1] * (5 - len(shape)), *shape[2:])
    x, z = x.expand(shape).view(N, C, D, H, W), z.expand(shape).view(N, C, D, H, W)
    groups = 4
    y = torch.empty(shape, dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(C // groups * D * H * W), 8192)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    group_norm_of_pair_kernel[(N * groups,)](x, z, weight, bias, y, groups, C // groups, D, H, W, *x.stride(), *z.stride(),
                                             BLOCK=block, num_warps=max(block // 512, 4), enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
