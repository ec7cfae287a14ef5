"""A tensor copied along a new dimension, y[i, r, j] = x[i, j] for every r.

One program takes BLOCK consecutive outputs. What lies below the new dimension is a run of memory; y holds
each run of x COPIES times, one after the other.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (17, 20)]


def make(*shape):
    return (torch.randn(shape),)


def expand_torch(x):
    x = torch.relu(x)
    y = x.unsqueeze(1).expand(-1, 4, -1).contiguous()
    y = torch.sigmoid(y)
    return y


@triton.jit
def expand_kernel(x_ptr, y_ptr, n_elements, run, COPIES: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // (run * COPIES) * run + offsets % run
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def expand_triton(x):
    x = x.contiguous()
    copies = 4
    y = x.new_empty(x.shape[0], copies, x.shape[1])
    run = x.shape[1]
    grid = (triton.cdiv(y.numel(), 1024),)
    expand_kernel[grid](x, y, y.numel(), run, COPIES=copies, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
