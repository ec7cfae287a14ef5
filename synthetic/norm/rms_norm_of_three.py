"""RMS norm of a program of three tensors that broadcast, y = f(rms_norm(g(x, z, w))): scaled, shifted, with
positions or a residual.

One program takes one row and computes it twice: for the mean of the squares, for the result. Seen with three
leading dimensions, A, B and T, all operands are one shape: along a dimension that one of them lacks, its
stride is 0, and the same number is read again. So one kernel is every form of broadcasting, and what the norm
is taken of is never written to memory.
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
    w = torch.randn(shape[-1])
    weight = torch.randn(shape[-1])
    return x, z, w, weight


def rms_norm_of_three_torch(x, z, w, weight):
    z = z[..., None]
    x = torch.addcmul(w, x, z)
    y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight
    y = torch.sigmoid(y)
    return y


@triton.jit
def load_tile(x_ptr, z_ptr, w_ptr, cols, n_cols, stride_xc, stride_zc, stride_wc):
    x = tl.load(x_ptr + cols * stride_xc, mask=cols < n_cols, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + cols * stride_zc, mask=cols < n_cols, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + cols * stride_wc, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = w + x * z
    return x


@triton.jit
def rms_norm_of_three_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, stride_xc,
                             stride_za, stride_zb, stride_zt, stride_zc, stride_wa, stride_wb, stride_wt, stride_wc, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    outer, middle, inner = row // (B * T), row // T % B, row % T
    x_ptr += outer * stride_xa + middle * stride_xb + inner * stride_xt
    z_ptr += outer * stride_za + middle * stride_zb + inner * stride_zt
    w_ptr += outer * stride_wa + middle * stride_wb + inner * stride_wt
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(x_ptr, z_ptr, w_ptr, cols, n_cols, stride_xc, stride_zc, stride_wc)
        squares += tl.where(cols < n_cols, x * x, 0.0)
    scale = tl.rsqrt(tl.sum(squares, axis=0) / n_cols + 1e-5)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = load_tile(x_ptr, z_ptr, w_ptr, cols, n_cols, stride_xc, stride_zc, stride_wc)
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = x * scale * weight
        y = tl.sigmoid(y)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def rms_norm_of_three_triton(x, z, w, weight):
    z = z[..., None]
    shape = torch.broadcast_shapes(x.shape, z.shape, w.shape)
    A, B, T, n_cols = (1, 1, *shape)[-4:]
    x, z, w = x.expand(A, B, T, n_cols), z.expand(A, B, T, n_cols), w.expand(A, B, T, n_cols)
    y = torch.empty(shape, dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    rms_norm_of_three_kernel[(A * B * T,)](x, z, w, weight, y, B, T, n_cols, *x.stride(), *z.stride(), *w.stride(),
                                           BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
