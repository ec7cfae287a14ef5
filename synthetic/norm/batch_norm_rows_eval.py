"""Batch norm of features at inference, y[i, j] = (x[i, j] - mean[j]) / sqrt(var[j] + eps) * weight[j] +
bias[j].

All is elementwise but for the four parameters, which belong to the column of an element. One program takes
BLOCK elements in the order in which they lie; the parameters are few, and come from the cache.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (40, 70)]


def make(*shape):
    width = shape[1]
    return torch.randn(shape), torch.randn(width), torch.randn(width), torch.randn(width), torch.rand(width) + 0.5


def batch_norm_rows_eval_torch(x, weight, bias, mean, var):
    x = torch.relu(x)
    y = F.batch_norm(x, mean, var, weight, bias, training=False, eps=1e-5)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def batch_norm_rows_eval_kernel(x_ptr, weight_ptr, bias_ptr, mean_ptr, var_ptr, y_ptr, n_elements, n_cols, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    cols = offsets % n_cols
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    mean = tl.load(mean_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    var = tl.load(var_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = (x - mean) * tl.rsqrt(var + 1e-5)
    y = y * weight + bias
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + offsets, y, mask=mask)


def batch_norm_rows_eval_triton(x, weight, bias, mean, var):
    x = x.contiguous()
    n_elements, n_cols = x.numel(), x.shape[1]
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_elements, 1024),)
    batch_norm_rows_eval_kernel[grid](x, weight, bias, mean, var, y, n_elements, n_cols, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
