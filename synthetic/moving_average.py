"""Moving average of a line, y[n, i] = mean of x[n, i * step : i * step + window].

One program takes BLOCK consecutive outputs and walks through the taps of all their windows at once; what neighbouring
windows share comes from the cache. A running sum would read less, but would carry its rounding along the line.
"""
from harness import run

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


FAMILY = {
    "moving_sum": {".mean(dim=-1)": ".sum(dim=-1)", "y = y / WINDOW": ""},
    "moving_max": {".mean(dim=-1)": ".amax(dim=-1)", "y = y / WINDOW": "",
                   "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                   "y = y + x": "y = tl.maximum(y, x)"},
    "moving_min": {".mean(dim=-1)": ".amin(dim=-1)", "y = y / WINDOW": "",
                   "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("inf"), tl.float32)',
                   "y = y + x": "y = tl.minimum(y, x)"},
    "moving_rms": {".mean(dim=-1)": ".square().mean(dim=-1).sqrt()", "y = y + x": "y = y + x * x",
                   "y = y / WINDOW": "y = tl.sqrt(y / WINDOW)"},
}

AXES = [
    {
        "w2": {"-1, 3, 1": "-1, 2, 1", "window, step = 3, 1": "window, step = 2, 1"},
        "w4": {"-1, 3, 1": "-1, 4, 1", "window, step = 3, 1": "window, step = 4, 1"},
        "w5": {"-1, 3, 1": "-1, 5, 1", "window, step = 3, 1": "window, step = 5, 1"},
        "w7": {"-1, 3, 1": "-1, 7, 1", "window, step = 3, 1": "window, step = 7, 1"},
        "w8": {"-1, 3, 1": "-1, 8, 1", "window, step = 3, 1": "window, step = 8, 1"},
        "w12": {"-1, 3, 1": "-1, 12, 1", "window, step = 3, 1": "window, step = 12, 1"},
        "w16": {"-1, 3, 1": "-1, 16, 1", "window, step = 3, 1": "window, step = 16, 1"},
        "w4s2": {"-1, 3, 1": "-1, 4, 2", "window, step = 3, 1": "window, step = 4, 2"},
        "w4s4": {"-1, 3, 1": "-1, 4, 4", "window, step = 3, 1": "window, step = 4, 4"},
        "w5s3": {"-1, 3, 1": "-1, 5, 3", "window, step = 3, 1": "window, step = 5, 3"},
        "w8s4": {"-1, 3, 1": "-1, 8, 4", "window, step = 3, 1": "window, step = 8, 4"},
        "w2s5": {"-1, 3, 1": "-1, 2, 5", "window, step = 3, 1": "window, step = 2, 5"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
