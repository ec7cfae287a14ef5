"""Each token meets the one before it, y[b, t] = x[b, t] + x[b, t - 1], where zeros stand before the first.

One program takes BLOCK consecutive outputs and loads x twice, one token apart; where there is no token before, the
second load is masked and gives the zeros.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 5, 1), (2, 7, 33), (1, 20, 40)]


def make(*shape):
    return (torch.randn(shape),)


def token_shift_torch(x):
    z = F.pad(x[:, :-1], (0, 0, 1, 0))
    y = x
    y = y + z
    y = torch.sigmoid(y)
    return y


@triton.jit
def token_shift_kernel(x_ptr, y_ptr, n_elements, time, width, SHIFT: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    earlier = offsets // width % time >= SHIFT
    y = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + offsets - SHIFT * width, mask=mask & earlier, other=0.0).to(tl.float32)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def token_shift_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    batch, time, width = x.shape
    grid = (triton.cdiv(y.numel(), 1024),)
    token_shift_kernel[grid](x, y, y.numel(), time, width, SHIFT=1, BLOCK=1024)
    return y


AXES = [
    {
        "by2": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-2], (0, 0, 2, 0)", "SHIFT=1": "SHIFT=2"},
        "by3": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-3], (0, 0, 3, 0)", "SHIFT=1": "SHIFT=3"},
        "by4": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-4], (0, 0, 4, 0)", "SHIFT=1": "SHIFT=4"},
        "next": {"x[:, :-1], (0, 0, 1, 0)": "x[:, 1:], (0, 0, 0, 1)",
                 "earlier = offsets // width % time >= SHIFT": "later = offsets // width % time + SHIFT < time",
                 "x_ptr + offsets - SHIFT * width, mask=mask & earlier": "x_ptr + offsets + SHIFT * width, mask=mask & later"},
    },
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
