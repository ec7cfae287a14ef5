"""Layer norm of a program of two tensors that broadcast, y = f(layer_norm(g(x, z))): scaled, shifted, with
positions or a residual.

One program takes one row and computes it three times: for the mean, for the squares of the deviations, for
the result. Seen with three leading dimensions, A, B and T, all operands are one shape: along a dimension that
one of them lacks, its stride is 0, and the same number is read again. So one kernel is every form of
broadcasting, and what the norm is taken of is never written to memory.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 4, 3, 17), (2, 2100)]


def make(*shape):
    x = torch.randn(shape)
    z = torch.randn(shape[:-1])
    weight, bias = torch.randn(shape[-1]), torch.randn(shape[-1])
    return x, z, weight, bias


def layer_norm_of_pair_torch(x, z, weight, bias):
    z = z[..., None]
    x = torch.maximum(x, z)
    y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)
    y = torch.sigmoid(y)
    return y


@triton.jit
def load_tile(x_ptr, z_ptr, cols, n_cols, stride_xc, stride_zc):
    x = tl.load(x_ptr + cols * stride_xc, mask=cols < n_cols, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + cols * stride_zc, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, z)
    return x


@triton.jit
def layer_norm_of_pair_kernel(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, stride_xc,
                              stride_za, stride_zb, stride_zt, stride_zc, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    outer, middle, inner = row // (B * T), row // T % B, row % T
    x_ptr += outer * stride_xa + middle * stride_xb + inner * stride_xt
    z_ptr += outer * stride_za + middle * stride_zb + inner * stride_zt
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(x_ptr, z_ptr, cols, n_cols, stride_xc, stride_zc)
        total += tl.where(cols < n_cols, x, 0.0)
    mean = tl.sum(total, axis=0) / n_cols

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(x_ptr, z_ptr, cols, n_cols, stride_xc, stride_zc)
        deviation = tl.where(cols < n_cols, x - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_cols
    var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-5)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = load_tile(x_ptr, z_ptr, cols, n_cols, stride_xc, stride_zc)
        y = (x - mean - correction) * scale
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        y = tl.sigmoid(y)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def layer_norm_of_pair_triton(x, z, weight, bias):
    z = z[..., None]
    shape = torch.broadcast_shapes(x.shape, z.shape)
    A, B, T, n_cols = (1, 1, *shape)[-4:]
    x, z = x.expand(A, B, T, n_cols), z.expand(A, B, T, n_cols)
    y = torch.empty(shape, dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    layer_norm_of_pair_kernel[(A * B * T,)](x, z, weight, bias, y, B, T, n_cols, *x.stride(), *z.stride(),
                                            BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
