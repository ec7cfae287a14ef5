"""Rows divided by the spread of other rows, y = x / (std(w) + eps): the second half of a hand-written layer
norm.

There x is the centred row and w the row itself, but all that the text of such a norm says is that their
leading sizes agree. One program takes one row of w, reads it twice for its variance, and then walks the row
of x that belongs to it.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, 9), (2, 3, 2, 17)), ((2, 1100), (2, 2100))]


def make(x_shape, w_shape):
    return torch.randn(x_shape), torch.randn(w_shape), torch.randn(x_shape[-1]), torch.randn(x_shape[-1])


def row_scale_other_torch(x, w, weight, bias):
    z = torch.std(w, dim=-1, unbiased=True, keepdim=True)
    y = x / (z + 1e-5)
    y = y * weight + bias
    y = torch.relu(y)
    return y


@triton.jit
def load_tile(w_ptr, cols, n_reduced):
    return tl.load(w_ptr + cols, mask=cols < n_reduced, other=0.0).to(tl.float32)


@triton.jit
def row_scale_other_kernel(x_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, n_cols, n_reduced, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = w_ptr + row * n_reduced
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_reduced, BLOCK):
        total += load_tile(row_ptr, start + tl.arange(0, BLOCK), n_reduced)
    mean = tl.sum(total, axis=0) / n_reduced

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_reduced, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        deviation = tl.where(cols < n_reduced, load_tile(row_ptr, cols, n_reduced) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, and its squares are taken off.
    drift_sum = tl.sum(drift, axis=0)
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / n_reduced, 0.0)
    z = tl.sqrt(squares_sum / (n_reduced - 1))
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        y = x / (z + 1e-05)
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def row_scale_other_triton(x, w, weight, bias):
    x, w = x.contiguous(), w.contiguous()
    n_cols, n_reduced = x.shape[-1], w.shape[-1]
    n_rows = w.numel() // n_reduced
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(max(n_cols, n_reduced)), 1024)
    # Fused multiply-adds would round w anew in each reading, and w minus itself would not be 0.
    row_scale_other_kernel[(n_rows,)](x, w, weight, bias, y, n_cols, n_reduced, BLOCK=block, enable_fp_fusion=False)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
