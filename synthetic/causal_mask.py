"""Attention scores under a causal mask, y[..., i, j] = scale x[..., i, j] where j <= i + diagonal, else -inf.

One program takes BLOCK consecutive outputs. The mask of the load is the triangle itself: what is masked is not read.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 2), (2, 7, 7), (3, 20, 20)]


def make(*shape):
    return (torch.randn(shape),)


def causal_mask_torch(x):
    x = torch.relu(x)
    keep = torch.ones(x.shape[-2], x.shape[-1], dtype=torch.bool, device=x.device).tril(diagonal=0)
    return (x * 0.125).masked_fill(~keep, float("-inf"))


@triton.jit
def causal_mask_kernel(x_ptr, y_ptr, n_elements, rows, columns, DIAGONAL: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    keep = offsets % columns <= offsets // columns % rows + DIAGONAL
    x = tl.load(x_ptr + offsets, mask=mask & keep, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.where(keep, x * 0.125, float("-inf"))
    tl.store(y_ptr + offsets, y, mask=mask)


def causal_mask_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    rows, columns = x.shape[-2], x.shape[-1]
    grid = (triton.cdiv(y.numel(), 1024),)
    causal_mask_kernel[grid](x, y, y.numel(), rows, columns, DIAGONAL=0, BLOCK=1024)
    return y


FAMILY = {
    "anticausal_mask": {".tril(": ".triu(", "<= offsets // columns": ">= offsets // columns"},
    "causal_mask4d": {"CASES = [(1, 2, 2), (2, 7, 7), (3, 20, 20)]": "CASES = [(1, 1, 2, 2), (2, 3, 7, 7), (1, 2, 20, 20)]",
                      "rows, columns = x.shape[-2], x.shape[-1]": "batch, heads, rows, columns = x.shape"},
    "causal_mask2d": {"CASES = [(1, 2, 2), (2, 7, 7), (3, 20, 20)]": "CASES = [(2, 2), (7, 7), (40, 40)]",
                      "rows, columns = x.shape[-2], x.shape[-1]": "columns = x.shape[-1]",
                      "offsets // columns % rows": "offsets // columns", "n_elements, rows, columns": "n_elements, columns",
                      "y.numel(), rows, columns": "y.numel(), columns"},
}

AXES = [
    {
        "p1": {"diagonal=0": "diagonal=1", "DIAGONAL=0": "DIAGONAL=1"},
        "p2": {"diagonal=0": "diagonal=2", "DIAGONAL=0": "DIAGONAL=2"},
        "m1": {"diagonal=0": "diagonal=-1", "DIAGONAL=0": "DIAGONAL=-1"},
    },
    {
        "unscaled": {"(x * 0.125)": "x", "x * 0.125": "x"},
        "scale_05": {"(x * 0.125)": "(x * 0.5)", "x * 0.125": "x * 0.5"},
        "scale_01": {"(x * 0.125)": "(x * 0.1)", "x * 0.125": "x * 0.1"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
