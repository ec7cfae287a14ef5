"""One of the equal parts of a tensor along a dimension, torch.chunk(x, n, dim)[i], as a copy without gaps.

The last part is shorter where n does not divide the dimension. Seen as (outer, whole, inner), the result takes `length` of the
`whole` places from `start` on: an offset in the result gives the one in x by division and remainder.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(12,), (11, 17), (12, 16, 11), (11, 12, 16, 17)]


def make(*shape):
    return (torch.randn(shape),)


def chunk_torch(x):
    parts = torch.chunk(x, 2, dim=-1)
    y = parts[0]
    y = torch.relu(y)
    return y


@triton.jit
def chunk_kernel(x_ptr, y_ptr, n_elements, whole, start, length, inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    places = start + offsets // inner % length
    y = tl.load(x_ptr + (offsets // (length * inner) * whole + places) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def chunk_triton(x):
    x = x.contiguous()
    chunks, index = 2, 0
    whole, inner = x.shape[-1], 1
    part = triton.cdiv(whole, chunks)
    start, length = index * part, min(part, whole - index * part)
    y = torch.empty((*x.shape[:-1], length), dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    chunk_kernel[grid](x, y, n_elements, whole, start, length, inner, BLOCK=1024)
    return y


FAMILY = {
    "of": ({"torch.chunk(x, 2": "torch.chunk(x, {0}", "parts[0]": "parts[{1}]", "chunks, index = 2, 0": "chunks, index = {0}, {1}"},
           "21 30 31 32 40 41 42 43 60 61 62 63 64 65"),
}

AXES = [
    {  # along which dimension
        "next_to_last": {"[(12,), ": "[", "dim=-1": "dim=-2", "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
                         "(*x.shape[:-1], length)": "(*x.shape[:-2], length, x.shape[-1])"},
        "third_to_last": {"[(12,), (11, 17), ": "[", "dim=-1": "dim=-3",
                          "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                          "(*x.shape[:-1], length)": "(*x.shape[:-3], length, x.shape[-2], x.shape[-1])"},
        "first": {"dim=-1": "dim=0", "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[0], x.numel() // x.shape[0]",
                  "(*x.shape[:-1], length)": "(length, *x.shape[1:])"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
