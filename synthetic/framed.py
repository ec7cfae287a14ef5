"""Frames of a signal times a window, and a statistic of each, y[n, i] = f(sum over k of g(x[n, i * step + k] * z[k])): energies, levels, envelopes.

One program takes BLOCK consecutive frames and walks through the taps of all of them at once: the window's number is one for all, and what
neighbouring frames share comes from the cache.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 20), (3, 33), (5, 200)]


def make(*shape):
    return torch.randn(shape), torch.randn(8)


def framed_torch(x, z):
    x = torch.relu(x)
    y = x.unfold(-1, 8, 4) * z
    y = torch.mean(y, dim=-1)
    y = torch.sigmoid(y)
    return y


@triton.jit
def framed_kernel(x_ptr, z_ptr, y_ptr, n_elements, length, out_length, WINDOW: tl.constexpr, STEP: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    start = offsets // out_length * length + offsets % out_length * STEP
    y = tl.zeros((BLOCK,), tl.float32)
    for k in tl.static_range(WINDOW):
        x = tl.load(x_ptr + start + k, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = x * tl.load(z_ptr + k).to(tl.float32)
        y = y + x
    y = y / WINDOW
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def framed_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    window, step = 8, 4
    *batch, length = x.shape
    out_length = (length - window) // step + 1
    y = x.new_empty(*batch, out_length)
    grid = (triton.cdiv(y.numel(), 256),)
    framed_kernel[grid](x, z, y, y.numel(), length, out_length, WINDOW=window, STEP=step, BLOCK=256)
    return y


FAMILY = {
    "sum": {"torch.mean(y, ": "torch.sum(y, ", "y = y / WINDOW": ""},
    "energy": {"torch.mean(y, ": "torch.sum(y * y, ", "y = y + x": "y = y + x * x", "y = y / WINDOW": ""},
    "level": {"torch.mean(y, dim=-1)": "torch.log(torch.sum(y ** 2, dim=-1) + 1e-6)", "y = y + x": "y = y + x * x", "y = y / WINDOW":
              "y = tl.log(y + 1e-6)"},
    "power": {"torch.mean(y, ": "torch.mean(y ** 2, ", "y = y + x": "y = y + x * x"},
    "root": {"torch.mean(y, dim=-1)": "torch.sqrt(torch.mean(y ** 2, dim=-1) + 1e-6)", "y = y + x": "y = y + x * x",
             "y = y / WINDOW": "y = tl.sqrt(y / WINDOW + 1e-6)"},
    "norm": {"torch.mean(y, ": "torch.linalg.vector_norm(y, ", "y = y + x": "y = y + x * x", "y = y / WINDOW": "y = tl.sqrt(y)"},
    "size": {"torch.mean(y, ": "torch.sum(y.abs(), ", "y = y + x": "y = y + tl.abs(x)", "y = y / WINDOW": ""},
    "mean_size": {"torch.mean(y, ": "torch.mean(y.abs(), ", "y = y + x": "y = y + tl.abs(x)"},
    "peak": {"torch.mean(y, ": "torch.amax(y.abs(), ", "y = y + x": "y = tl.maximum(y, tl.abs(x))", "y = y / WINDOW": ""},
}

AXES = [
    {
        "frames": ({"-1, 8, 4": "-1, {0}, {1}", "torch.randn(8)": "torch.randn({0})", "window, step = 8, 4": "window, step = {0}, {1}"},
                   "42 44 43 52 63 66 75 82 88 93"),
        "long": ({"-1, 8, 4": "-1, {0}{1}, {2}", "torch.randn(8)": "torch.randn({0}{1})", "window, step = 8, 4": "window, step = {0}{1}, {2}"},
                 "102 105 124 126 164 168"),
        "longer": ({"CASES = [(1, 20), (3, 33), (5, 200)]": "CASES = [(1, 70), (3, 130)]", "-1, 8, 4": "-1, {0}{1}, {2}{3}",
                    "torch.randn(8)": "torch.randn({0}{1})", "window, step = 8, 4": "window, step = {0}{1}, {2}{3}"},
                   "1616 2010 2512 3216 3210 6416 6432"),
        "longest": ({"CASES = [(1, 20), (3, 33), (5, 200)]": "CASES = [(1, 600), (2, 500)]", "-1, 8, 4": "-1, {0}{1}{2}, {3}{4}{5}",
                     "torch.randn(8)": "torch.randn({0}{1}{2})", "window, step = 8, 4": "window, step = {0}{1}{2}, {3}{4}{5}",
                     "tl.static_range(WINDOW)": "range(WINDOW)"},
                    "128100 256128 400160 200100"),
    },
    {"signal": {"(1, 20), (3, 33), (5, 200)": "(20,), (200,)"}, "channels": {"(1, 20), (3, 33), (5, 200)": "(1, 2, 20), (3, 2, 33)"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
