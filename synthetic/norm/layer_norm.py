"""Layer norm, y = (x - mean) / sqrt(var + eps) * weight + bias, the statistics taken over each row.

One program takes one row and reads it three times: for the mean, for the squares of the deviations, for the
result. After the first time the row lies in the cache. E[x^2] - E[x]^2 would save a reading and lose every
digit of a row that lies far from zero.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])


def layer_norm_torch(x, weight, bias):
    x = torch.relu(x)
    y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def layer_norm_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)
    mean = tl.sum(total, axis=0) / n_cols

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_cols
    var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-5)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        y = (load_tile(row_ptr, cols, n_cols) - mean - correction) * scale
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def layer_norm_triton(x, weight, bias):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    layer_norm_kernel[(n_rows,)](x, weight, bias, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
