"""Rows picked by an index, and what another tensor makes of them, y[k, n] = x[index[k], n] * z[k, n]: messages along edges, tokens and their places.

A program takes BLOCK consecutive numbers of y, looks up which row each comes from, and loads what joins it from where that stands.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 5, 2), (7, 33, 3), (40, 3, 65)]


def make(M, N, *K):
    return torch.randn(M, N), torch.randint(0, M, K), torch.randn(*K, N)


def rows_picked_joins_torch(x, index, z):
    x = torch.index_select(x, 0, index)
    x = torch.sub(x, z)
    return x


@triton.jit
def rows_picked_joins_kernel(x_ptr, index_ptr, z_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = tl.load(index_ptr + offsets // N, mask=mask, other=0)
    x = tl.load(x_ptr + row * N + offsets % N, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)


def rows_picked_joins_triton(x, index, z):
    x, index, z = x.contiguous(), index.contiguous(), z.contiguous()
    N = x.shape[-1]
    y = torch.empty((*index.shape, N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    rows_picked_joins_kernel[grid](x, index, z, y, y.numel(), N, BLOCK=1024)
    return y


FAMILY = {
    "embedding": {"torch.index_select(x, 0, index)": "F.embedding(index, x)"},
    "tokens": {"torch.index_select(x, 0, index)": "F.embedding(index, x)",
               "(1, 5, 2), (7, 33, 3), (40, 3, 65)": "(1, 5, 2, 3), (7, 33, 3, 4), (40, 3, 5, 13)"},
}

AXES = [
    {  # the shape of z
        "row": {"torch.randn(*K, N)": "torch.randn(N)", "z_ptr + offsets, ": "z_ptr + offsets % N, "},
        "column": {"torch.randn(*K, N)": "torch.randn(*K, 1)", "z_ptr + offsets, ": "z_ptr + offsets // N, "},
        "one": {"torch.randn(*K, N)": "torch.randn(1)", "tl.load(z_ptr + offsets, mask=mask, other=0.0)": "tl.load(z_ptr)"},
    },
    ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
