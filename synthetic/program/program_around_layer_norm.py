"""A program, the layer norm of its result over the last dimension, and a program of that, of what came before
and of tensors that broadcast.

The norm has its own scale and shift. One program takes one row and reads it three times: for its mean, its
variance and the result.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 5, 20)]


def make(B, T, C):
    x, *others = torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)
    return x, *others, torch.randn(x.shape[-1]), torch.randn(x.shape[-1])


def program_around_layer_norm_torch(x, z, w, weight, bias):
    g = x + z
    s = F.layer_norm(g, (g.shape[-1],), weight, bias, eps=1e-5)
    y = s * x
    y = y + w
    return y


@triton.jit
def program_around_layer_norm_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        total += tl.where(mask, g, 0.0)
    mean = tl.sum(total, axis=0) / n_cols
    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        deviation = tl.where(mask, g - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_cols
    var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-5)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        s = (g - mean - correction) * scale
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        s = s * weight + bias
        y = s * x
        y = y + w
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def program_around_layer_norm_triton(x, z, w, weight, bias):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round g anew in each reading, and g minus itself would not be 0.
    program_around_layer_norm_kernel[(n_rows,)](x, z, w, weight, bias, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
