"""Moving average of a line, y[n, i] = mean of x[n, i * step : i * step + window].

One program takes BLOCK consecutive outputs and walks through the taps of all their windows at once; what
neighbouring windows share comes from the cache. A running sum would read less, but would carry its rounding
along the line.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 20), (3, 33), (5, 200)]


def make(*shape):
    return (torch.randn(shape),)


def moving_average_torch(x):
    x = torch.relu(x)
    y = x.unfold(-1, 3, 1).mean(dim=-1)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def moving_average_kernel(x_ptr, y_ptr, n_elements, length, out_length, WINDOW: tl.constexpr, STEP: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    start = offsets // out_length * length + offsets % out_length * STEP
    y = tl.zeros((BLOCK,), tl.float32)
    for k in tl.static_range(WINDOW):
        x = tl.load(x_ptr + start + k, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = y + x
    y = y / WINDOW
    y = tl.sigmoid(y)
    y = 0.5 * y
    tl.store(y_ptr + offsets, y, mask=mask)


def moving_average_triton(x):
    x = x.contiguous()
    window, step = 3, 1
    rows, length = x.shape
    out_length = (length - window) // step + 1
    y = x.new_empty(rows, out_length)
    grid = (triton.cdiv(y.numel(), 1024),)
    moving_average_kernel[grid](x, y, y.numel(), length, out_length, WINDOW=window, STEP=step, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
