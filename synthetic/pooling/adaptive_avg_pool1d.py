"""Adaptive pooling of a line to O outputs: y[n, c, o] = mean of x[n, c, floor(o L / O) : ceil((o + 1) L /
O)].

The windows differ in length by one at most and may overlap by one. One program takes a block of
outputs and walks as many taps as the longest window has; where a window is shorter, its lane sits out the
last tap.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 9), (2, 3, 33), (3, 5, 100)]


def make(*shape):
    return (torch.randn(shape),)


def adaptive_avg_pool1d_torch(x):
    x = torch.relu(x)
    y = F.adaptive_avg_pool1d(x, 4)
    y = torch.sigmoid(y)
    return y


@triton.jit
def adaptive_avg_pool1d_kernel(x_ptr, y_ptr, n_rows, length, out_length, longest, ROWS: tl.constexpr,
                               COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_length)
    offsets = out_row.to(tl.int64) * out_length + out_column
    row = out_row.to(tl.int64)
    o = out_column
    start = o * length // out_length
    end = ((o + 1) * length + out_length - 1) // out_length  # the ceiling of the quotient
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for k in range(0, longest):
        inside = mask & (start + k < end)
        x = tl.load(x_ptr + row * length + start + k, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = y + tl.where(inside, x, 0.0)
    y = y / (end - start)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def adaptive_avg_pool1d_triton(x):
    x = x.contiguous()
    n, channels, length = x.shape
    out_length = 4
    y = x.new_empty(n, channels, out_length)
    longest = triton.cdiv(length, out_length) + 1
    n_rows = y.numel() // out_length
    columns = min(triton.next_power_of_2(out_length), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(out_length, columns))
    adaptive_avg_pool1d_kernel[grid](x, y, n_rows, length, out_length, longest, ROWS=512 // columns, COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
