"""Batch norm in evaluation of a program of two tensors that broadcast, y = f(batch_norm(g(x, z), mean,
abs(var), weight, bias)).

The statistics are given, so all is pointwise but for the channel of an element. Seen with three dimensions
behind the channels, D, H and W, x and z are one shape: along a dimension that one of them lacks, its stride
is 0, and the same number is read again. Rows have none behind them, so that one kernel is every rank and
every form of broadcasting.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (3, 2, 5, 7), (3, 4, 35), (2, 3, 4, 5, 6), (2, 3, 40, 9)]


def make(*shape):
    x = torch.randn(shape)
    z = torch.randn(shape[1])
    mean, var = torch.randn(shape[1]), torch.randn(shape[1])
    weight, bias = torch.randn(shape[1]), torch.randn(shape[1])
    return x, z, mean, var, weight, bias


def batch_norm_of_pair_torch(x, z, mean, var, weight, bias):
    z = z.view(1, -1, *[1] * (x.dim() - 2))
    x = torch.maximum(x, z)
    var = torch.abs(var)
    y = F.batch_norm(x, mean, var, weight, bias, training=False, eps=1e-5)
    y = torch.sigmoid(y)
    return y


@triton.jit
def batch_norm_of_pair_kernel(x_ptr, z_ptr, mean_ptr, var_ptr, weight_ptr, bias_ptr, y_ptr, n_elements, C, D, H, W,
                              stride_xn, stride_xc, stride_xd, stride_xh, stride_xw,
                              stride_zn, stride_zc, stride_zd, stride_zh, stride_zw, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    n, c = offsets // (C * D * H * W), offsets // (D * H * W) % C
    d, h, w = offsets // (H * W) % D, offsets // W % H, offsets % W
    x_places = n * stride_xn + c * stride_xc + d * stride_xd + h * stride_xh + w * stride_xw
    z_places = n * stride_zn + c * stride_zc + d * stride_zd + h * stride_zh + w * stride_zw
    x = tl.load(x_ptr + x_places, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + z_places, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, z)
    mean = tl.load(mean_ptr + c, mask=mask, other=0.0).to(tl.float32)
    var = tl.load(var_ptr + c, mask=mask, other=0.0).to(tl.float32)
    var = tl.abs(var)
    weight = tl.load(weight_ptr + c, mask=mask, other=0.0).to(tl.float32)
    bias = tl.load(bias_ptr + c, mask=mask, other=0.0).to(tl.float32)
    y = (x - mean) * tl.rsqrt(var + 1e-5)
    y = y * weight + bias
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def batch_norm_of_pair_triton(x, z, mean, var, weight, bias):
    z = z.view(1, -1, *[1] * (x.dim() - 2))
    shape = torch.broadcast_shapes(x.shape, z.shape)
    N, C, D, H, W = (*shape[:2], *[1] * (5 - len(shape)), *shape[2:])
    x, z = x.expand(shape).view(N, C, D, H, W), z.expand(shape).view(N, C, D, H, W)
    y = torch.empty(shape, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    batch_norm_of_pair_kernel[grid](x, z, mean, var, weight, bias, y, n_elements, C, D, H, W, *x.stride(), *z.stride(), BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
