"""Attention scores with a linear bias of distance, y[b, h, i, j] = scale x[b, h, i, j] + slope[h] (j - i).

One program takes BLOCK consecutive outputs; row, column and head come from the offset, so no bias matrix
exists.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 2), (2, 3, 7, 7), (1, 4, 9, 30)]


def make(batch, heads, rows, columns):
    return torch.randn(batch, heads, rows, columns), torch.randn(heads)


def alibi_torch(x, slope):
    x = torch.relu(x)
    i = torch.arange(x.shape[2], device=x.device).unsqueeze(1)
    j = torch.arange(x.shape[3], device=x.device)
    y = x * 0.125 + slope.view(-1, 1, 1) * (j - i)
    y = torch.sigmoid(y)
    return y


@triton.jit
def alibi_kernel(x_ptr, slope_ptr, y_ptr, n_elements, heads, rows, columns, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    j = offsets % columns
    i = offsets // columns % rows
    slope = tl.load(slope_ptr + offsets // (columns * rows) % heads, mask=mask, other=0.0).to(tl.float32)
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = x * 0.125 + slope * (j - i).to(tl.float32)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def alibi_triton(x, slope):
    x = x.contiguous()
    slope = slope.contiguous()
    y = torch.empty_like(x)
    batch, heads, rows, columns = x.shape
    grid = (triton.cdiv(y.numel(), 1024),)
    alibi_kernel[grid](x, slope, y, y.numel(), heads, rows, columns, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
